package dap

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"sargon78/roms"
	"sargon78/sargon/emulated/debugger"
)

// reference writes an address as the protocol wants it.
func reference(addr uint16) string { return fmt.Sprintf("0x%04X", addr) }

func parseReference(text string, offset int) (uint16, error) {
	v, err := strconv.ParseUint(text, 0, 16)
	if err != nil {
		return 0, fmt.Errorf("%q is not an address", text)
	}
	return uint16(int(v) + offset), nil
}

// sourceOf says where an editor finds a file: on disk, or, for the embedded ROM, by asking us.
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

func (s *server) source(m *dap.SourceRequest) error {
	i := m.Arguments.SourceReference - 1
	if i < 0 || i >= len(s.d.Files()) || s.d.Image().Kind != roms.Embedded {
		return errors.New("there is no such source")
	}
	text, err := fs.ReadFile(roms.Source(), s.d.Files()[i])
	if err != nil {
		return err
	}
	s.send(&dap.SourceResponse{Response: response(&m.Request), Body: dap.SourceResponseBody{
		Content: string(text), MimeType: "text/x-asm",
	}})
	return nil
}

// replace replaces all points of a kind. Each is made by a function that returns it, or says why it
// cannot be set.
func (s *server) replace(
	kind string, n int, set func(i int) (*debugger.Point, error),
) []dap.Breakpoint {
	for _, number := range s.set[kind] {
		_ = s.d.Delete(number) // it may have been deleted by a command
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

func (s *server) setBreakpoints(m *dap.SetBreakpointsRequest) error {
	source := m.Arguments.Source
	name := source.Path
	if source.SourceReference > 0 && source.SourceReference <= len(s.d.Files()) {
		name = s.d.Files()[source.SourceReference-1]
	}
	if name == "" {
		name = source.Name
	}
	name = filepath.ToSlash(name)
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	points := m.Arguments.Breakpoints
	if points == nil {
		for _, line := range m.Arguments.Lines {
			points = append(points, dap.SourceBreakpoint{Line: line})
		}
	}
	r := &dap.SetBreakpointsResponse{Response: response(&m.Request)}
	r.Body.Breakpoints = s.replace("source "+name, len(points),
		func(i int) (*debugger.Point, error) {
			b := &points[i]
			addr, err := s.d.AddressOf(name, b.Line)
			if err != nil {
				return nil, err
			}
			return s.d.Break(words(fmt.Sprintf("0%04Xh", addr), b.Condition, b.HitCondition))
		})
	s.send(r)
	return nil
}

func (s *server) dataBreakpointInfo(m *dap.DataBreakpointInfoRequest) error {
	r := &dap.DataBreakpointInfoResponse{Response: response(&m.Request)}
	name := m.Arguments.Name
	if s.groupName(m.Arguments.VariablesReference) == debugger.BoardGroup {
		name = "@" + name
	}
	if debugger.IsRegister(name) {
		r.Body.Description = "a register: only memory can be watched"
	} else if _, err := s.d.Place(name); err != nil {
		r.Body.Description = err.Error()
	} else {
		r.Body.DataId, r.Body.Description = name, "writes to "+name
		r.Body.AccessTypes = []dap.DataBreakpointAccessType{"write", "read", "readWrite"}
		r.Body.CanPersist = true
	}
	s.send(r)
	return nil
}

func (s *server) setDataBreakpoints(m *dap.SetDataBreakpointsRequest) error {
	r := &dap.SetDataBreakpointsResponse{Response: response(&m.Request)}
	points := m.Arguments.Breakpoints
	r.Body.Breakpoints = s.replace("data", len(points), func(i int) (*debugger.Point, error) {
		p := &points[i]
		kinds := map[dap.DataBreakpointAccessType]string{"read": "r ", "readWrite": "rw "}
		return s.d.Watch(words(kinds[p.AccessType]+p.DataId, p.Condition, p.HitCondition))
	})
	s.send(r)
	return nil
}

func (s *server) stackTrace(m *dap.StackTraceRequest) {
	r := &dap.StackTraceResponse{Response: response(&m.Request)}
	frames := s.d.Frames()
	r.Body.TotalFrames = len(frames)
	r.Body.StackFrames = []dap.StackFrame{}
	from, levels := m.Arguments.StartFrame, m.Arguments.Levels
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
		r.Body.StackFrames = append(r.Body.StackFrames, frame)
	}
	s.send(r)
}

// A group of the view is a scope; its number from 1 on is the reference of its variables.
func (s *server) scopes(m *dap.ScopesRequest) error {
	if id, frames := m.Arguments.FrameId, len(s.d.Frames()); id < 1 || id > frames {
		return fmt.Errorf("there is no frame %d; the stack has 1 to %d", id, frames)
	}
	r := &dap.ScopesResponse{Response: response(&m.Request)}
	for i, g := range s.d.View() {
		scope := dap.Scope{Name: g.Name, VariablesReference: i + 1}
		if g.Name == debugger.RegisterGroup {
			scope.PresentationHint = "registers"
		}
		r.Body.Scopes = append(r.Body.Scopes, scope)
	}
	s.send(r)
	return nil
}

// groupName returns the name of the group with a reference, "" if there is none.
func (s *server) groupName(reference int) string {
	groups := s.d.View()
	if reference < 1 || reference > len(groups) {
		return ""
	}
	return groups[reference-1].Name
}

func (s *server) variables(m *dap.VariablesRequest) error {
	name := s.groupName(m.Arguments.VariablesReference)
	if name == "" {
		return fmt.Errorf("there is no group of variables %d", m.Arguments.VariablesReference)
	}
	r := &dap.VariablesResponse{Response: response(&m.Request)}
	for _, v := range s.d.Group(name) {
		r.Body.Variables = append(r.Body.Variables,
			dap.Variable{Name: v.Name, Value: v.Text, EvaluateName: v.Expression})
	}
	s.send(r)
	return nil
}

// maxInstructions is more than memory holds.
const maxInstructions = 1 << 16

func (s *server) disassemble(m *dap.DisassembleRequest) error {
	addr, err := parseReference(m.Arguments.MemoryReference, m.Arguments.Offset)
	if err != nil {
		return err
	}
	for range min(max(-m.Arguments.InstructionOffset, 0), maxInstructions) {
		addr = s.d.InstructionBefore(addr)
	}
	skip := max(m.Arguments.InstructionOffset, 0)
	r := &dap.DisassembleResponse{Response: response(&m.Request)}
	r.Body.Instructions = []dap.DisassembledInstruction{}
	n := min(skip+max(m.Arguments.InstructionCount, 0), maxInstructions)
	for i, line := range s.d.Disassembly(addr, n) {
		if i < skip {
			continue
		}
		text, _, _ := strings.Cut(line.Text, ";")
		one := dap.DisassembledInstruction{
			Address: reference(line.Addr), InstructionBytes: fmt.Sprintf("% X", line.Bytes),
			Instruction: strings.TrimSpace(text), Symbol: s.d.RoutineAt(line.Addr),
		}
		if at, ok := s.d.LineAt(line.Addr); ok {
			one.Location, one.Line = s.sourceOf(at.File), at.Number
		}
		r.Body.Instructions = append(r.Body.Instructions, one)
	}
	s.send(r)
	return nil
}
