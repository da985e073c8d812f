package dap

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"sargon78/roms"
	"sargon78/sargon/emulated/debugger"
)

// reference formats an address for the protocol.
func reference(addr uint16) string { return fmt.Sprintf("0x%04X", addr) }

// sourceOf returns where an editor finds a file: on disk, or, for the embedded ROM, with a source
// request.
func (s *server) sourceOf(file string) *dap.Source {
	image := s.d.Image()
	if image.Kind != roms.Embedded {
		name, err := filepath.Abs(filepath.Join(filepath.Dir(image.Name), filepath.FromSlash(file)))
		if err == nil {
			return &dap.Source{Name: filepath.Base(name), Path: name}
		}
	}
	for i, name := range s.d.Files() {
		if name == file {
			return &dap.Source{Name: file, SourceReference: i + 1, Origin: "the embedded ROM"}
		}
	}
	return nil
}

// fileOf returns the source file that an editor means: by its reference or whole path, or else by the
// last part of its name.
func (s *server) fileOf(source *dap.Source) string {
	for i, file := range s.d.Files() {
		if ours := s.sourceOf(file); source.SourceReference == i+1 ||
			ours != nil && ours.Path != "" && ours.Path == filepath.Clean(source.Path) {
			return file
		}
	}
	return path.Base(strings.ReplaceAll(cmp.Or(source.Path, source.Name), `\`, "/"))
}

func (s *server) source(reference int) (body dap.SourceResponseBody, err error) {
	i := reference - 1
	if i < 0 || i >= len(s.d.Files()) || s.d.Image().Kind != roms.Embedded {
		return body, errors.New("there is no such source")
	}
	text, err := fs.ReadFile(roms.Source(), s.d.Files()[i])
	return dap.SourceResponseBody{Content: string(text), MimeType: "text/x-asm"}, err
}

// replace replaces all points of a kind. set returns the i-th point, or an error that says why it
// cannot be set.
func (s *server) replace(kind string, n int, set func(i int) (*debugger.Point, error)) []dap.Breakpoint {
	for _, number := range s.set[kind] {
		s.d.Delete(number) // a command may have deleted it
	}
	s.set[kind] = nil
	list := []dap.Breakpoint{}
	for i := range n {
		p, err := set(i)
		if err != nil {
			list = append(list, dap.Breakpoint{Message: err.Error()})
			continue
		}
		s.set[kind] = append(s.set[kind], p.Number)
		b := dap.Breakpoint{Id: p.Number, Verified: true, InstructionReference: reference(p.From)}
		if line, ok := s.d.LineAt(p.From); ok && !p.Read && !p.Write {
			b.Source, b.Line = s.sourceOf(line.File), line.Number
		}
		list = append(list, b)
	}
	return list
}

// words adds a condition and a count to a place.
func words(place, condition, hits string) string {
	if condition != "" {
		place += " if " + condition
	}
	if hits != "" {
		place += " count " + hits
	}
	return place
}

func (s *server) setBreakpoints(arguments dap.SetBreakpointsArguments) (body dap.SetBreakpointsResponseBody) {
	name, points := s.fileOf(&arguments.Source), arguments.Breakpoints
	body.Breakpoints = s.replace("source "+name, len(points), func(i int) (*debugger.Point, error) {
		addr, err := s.d.InstructionAt(name, points[i].Line)
		if err != nil {
			return nil, err
		}
		place := fmt.Sprintf("0%04Xh", addr)
		return s.d.SetBreakpoint(words(place, points[i].Condition, points[i].HitCondition))
	})
	return body
}

// dataBreakpointInfo answers whether a variable can be watched: a register cannot.
func (s *server) dataBreakpointInfo(
	arguments dap.DataBreakpointInfoArguments,
) (body dap.DataBreakpointInfoResponseBody) {
	name := arguments.Name
	if s.groupOf(arguments.VariablesReference).Name == debugger.BoardGroup {
		name = "@" + name
	}
	if debugger.IsRegister(name) {
		body.Description = "a register: only memory can be watched"
	} else if _, err := s.d.Place(name); err != nil {
		body.Description = err.Error()
	} else {
		body.DataId, body.Description = name, "writes to "+name
		body.AccessTypes = []dap.DataBreakpointAccessType{"write", "read", "readWrite"}
		body.CanPersist = true
	}
	return body
}

func (s *server) setDataBreakpoints(points []dap.DataBreakpoint) (body dap.SetDataBreakpointsResponseBody) {
	kinds := map[dap.DataBreakpointAccessType]string{"read": "r ", "readWrite": "rw "}
	body.Breakpoints = s.replace("data", len(points), func(i int) (*debugger.Point, error) {
		p := &points[i]
		return s.d.SetWatchpoint(words(kinds[p.AccessType]+p.DataId, p.Condition, p.HitCondition))
	})
	return body
}

// stackTrace answers a request for the routines that were called, the innermost first.
func (s *server) stackTrace(arguments dap.StackTraceArguments) (body dap.StackTraceResponseBody) {
	frames := s.d.Frames()
	body.TotalFrames = len(frames)
	body.StackFrames = []dap.StackFrame{}
	from, levels := arguments.StartFrame, arguments.Levels
	for i, f := range frames {
		if i < from || levels > 0 && i >= from+levels {
			continue
		}
		at := f.PC
		if i > 0 {
			at = f.Call
		}
		name, _, _ := strings.Cut(f.Name, " ")
		frame := dap.StackFrame{Id: i + 1, Name: name, InstructionPointerReference: reference(at)}
		if line, ok := s.d.LineAt(at); ok {
			frame.Source, frame.Line, frame.Column = s.sourceOf(line.File), line.Number, 1
		}
		body.StackFrames = append(body.StackFrames, frame)
	}
	return body
}

// scopes returns the groups of the debugger's view as scopes. The reference of a scope is the number
// of its group, from 1 on.
func (s *server) scopes(frame int) (body dap.ScopesResponseBody, err error) {
	if frames := len(s.d.Frames()); frame < 1 || frame > frames {
		return body, fmt.Errorf("there is no frame %d; the stack has 1 to %d", frame, frames)
	}
	for i, g := range s.d.View() {
		scope := dap.Scope{Name: g.Name, VariablesReference: i + 1}
		if g.Name == debugger.RegisterGroup {
			scope.PresentationHint = "registers"
		}
		body.Scopes = append(body.Scopes, scope)
	}
	return body, nil
}

// groupOf returns the group with a reference, an empty one if there is none.
func (s *server) groupOf(reference int) (g debugger.Group) {
	if groups := s.d.View(); reference >= 1 && reference <= len(groups) {
		g = groups[reference-1]
	}
	return g
}

func (s *server) variables(reference int) (body dap.VariablesResponseBody, err error) {
	group := s.groupOf(reference)
	if group.Name == "" {
		return body, fmt.Errorf("there is no group of variables %d", reference)
	}
	for _, v := range group.Values {
		body.Variables = append(body.Variables,
			dap.Variable{Name: v.Name, Value: v.Text, EvaluateName: v.Expression})
	}
	return body, nil
}

// maxInstructions is more than memory can hold.
const maxInstructions = 1 << 16

// disassemble answers a request for instructions before and after an address.
func (s *server) disassemble(arguments dap.DisassembleArguments) (body dap.DisassembleResponseBody, err error) {
	at, err := strconv.ParseUint(arguments.MemoryReference, 0, 16)
	if err != nil {
		return body, fmt.Errorf("%q is not an address", arguments.MemoryReference)
	}
	addr := uint16(int(at) + arguments.Offset)
	for range min(max(-arguments.InstructionOffset, 0), maxInstructions) {
		addr = s.d.InstructionBefore(addr)
	}
	skip := max(arguments.InstructionOffset, 0)
	body.Instructions = []dap.DisassembledInstruction{}
	n := min(skip+max(arguments.InstructionCount, 0), maxInstructions)
	for _, line := range s.d.Disassembly(addr, n)[min(skip, n):] {
		text, _, _ := strings.Cut(line.Text, ";")
		one := dap.DisassembledInstruction{
			Address: reference(line.Addr), InstructionBytes: fmt.Sprintf("% X", line.Bytes),
			Instruction: strings.TrimSpace(text), Symbol: s.d.RoutineAt(line.Addr),
		}
		if at, ok := s.d.LineAt(line.Addr); ok {
			one.Location, one.Line = s.sourceOf(at.File), at.Number
		}
		body.Instructions = append(body.Instructions, one)
	}
	return body, nil
}
