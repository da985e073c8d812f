package coverage

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// WriteLCOV writes the engine as lcov does: by lines of the source, with both ways of each branch.
// Editors show that beside the source, and genhtml makes pages of it. It is an error if the image
// has no source.
func (r *Report) WriteLCOV(out io.Writer) error {
	if r.image.Source == nil {
		return errors.New("lcov counts lines of a source, and this image has none; write a .txt file")
	}
	w := bufio.NewWriter(out)
	for _, file := range r.files() {
		fmt.Fprintf(w, "TN:%s\nSF:%s\n", r.Name, file.path)
		for i := range r.Instructions {
			one := &r.Instructions[i]
			if one.Part != Engine || one.path != file.path {
				continue
			}
			fmt.Fprintf(w, "DA:%d,%d\n", one.Line, one.Ran)
			if one.Branch {
				fmt.Fprintf(w, "BRDA:%d,0,0,%d\nBRDA:%d,0,1,%d\n", one.Line, one.Taken, one.Line,
					one.Ran-one.Taken)
			}
		}
		fmt.Fprintln(w, "end_of_record")
	}
	return w.Flush()
}
