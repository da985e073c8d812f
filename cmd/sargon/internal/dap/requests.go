package dap

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated/debugger"
)

// The references of variables.
const (
	registersReference = iota + 1
	alternateReference
	flagsReference
	cellsReference
	searchReference
	squaresReference
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

func (s *server) loadedSources(m *dap.LoadedSourcesRequest) {
	r := &dap.LoadedSourcesResponse{Response: response(&m.Request)}
	r.Body.Sources = []dap.Source{}
	for _, file := range s.d.Files() {
		if source := s.sourceOf(file); source != nil {
			r.Body.Sources = append(r.Body.Sources, *source)
		}
	}
	s.send(r)
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
			addr, _, err := s.d.AddressOf(name, b.Line)
			if err != nil {
				return nil, err
			}
			return s.d.Break(words(fmt.Sprintf("0%04Xh", addr), b.Condition, b.HitCondition))
		})
	s.send(r)
	return nil
}

func (s *server) setFunctionBreakpoints(m *dap.SetFunctionBreakpointsRequest) error {
	r := &dap.SetFunctionBreakpointsResponse{Response: response(&m.Request)}
	points := m.Arguments.Breakpoints
	r.Body.Breakpoints = s.replace("function", len(points), func(i int) (*debugger.Point, error) {
		return s.d.Break(words(points[i].Name, points[i].Condition, points[i].HitCondition))
	})
	s.send(r)
	return nil
}

func (s *server) setInstructionBreakpoints(m *dap.SetInstructionBreakpointsRequest) error {
	r := &dap.SetInstructionBreakpointsResponse{Response: response(&m.Request)}
	points := m.Arguments.Breakpoints
	r.Body.Breakpoints = s.replace("instruction", len(points),
		func(i int) (*debugger.Point, error) {
			addr, err := parseReference(points[i].InstructionReference, points[i].Offset)
			if err != nil {
				return nil, err
			}
			return s.d.Break(words(fmt.Sprintf("0%04Xh", addr), points[i].Condition,
				points[i].HitCondition))
		})
	s.send(r)
	return nil
}

func (s *server) dataBreakpointInfo(m *dap.DataBreakpointInfoRequest) error {
	r := &dap.DataBreakpointInfoResponse{Response: response(&m.Request)}
	name := m.Arguments.Name
	if m.Arguments.VariablesReference == squaresReference {
		name = "@" + name
	}
	if _, isRegister := s.d.Register(name); isRegister {
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

func (s *server) scopes(m *dap.ScopesRequest) {
	r := &dap.ScopesResponse{Response: response(&m.Request)}
	r.Body.Scopes = []dap.Scope{
		{Name: "Registers", PresentationHint: "registers", VariablesReference: registersReference},
		{Name: "Flags", VariablesReference: flagsReference},
		{Name: "Alternate registers", VariablesReference: alternateReference},
	}
	if s.d.Memory() != nil {
		r.Body.Scopes = append(r.Body.Scopes,
			dap.Scope{Name: "Search", VariablesReference: searchReference},
			dap.Scope{Name: "Cells", VariablesReference: cellsReference},
			dap.Scope{Name: "Board", VariablesReference: squaresReference},
		)
	}
	s.send(r)
}

// alternates is where the alternate registers begin in debugger.Pairs.
const alternates = 8

var flagNames = []string{"F.S", "F.Z", "F.H", "F.PV", "F.N", "F.C"}

func (s *server) variables(m *dap.VariablesRequest) error {
	var list []dap.Variable
	add := func(name, value, evaluate string, addr int) {
		v := dap.Variable{Name: name, Value: value, EvaluateName: evaluate}
		if addr >= 0 {
			v.MemoryReference = reference(uint16(addr))
		}
		list = append(list, v)
	}
	now := s.d.Machine().Registers()
	pairs := func(names []string) {
		for _, name := range names {
			v := debugger.PairOf(&now, name)
			add(name, fmt.Sprintf("%04X", v), name, int(v))
		}
	}
	switch m.Arguments.VariablesReference {
	case registersReference:
		pairs(debugger.Pairs[:alternates])
		add("flags", now.Flags(), "", -1)
		add("T-states", fmt.Sprintf("%d (%+d)", s.d.Time().Now(), s.d.Since()), "t", -1)
	case alternateReference:
		pairs(debugger.Pairs[alternates:])
	case flagsReference:
		for _, name := range flagNames {
			v, _ := s.d.Register(name)
			add(name, strconv.Itoa(v), name, -1)
		}
	case cellsReference:
		for _, name := range debugger.CellNames {
			if addr, ok := s.d.Image().Symbol(name); ok {
				add(name, fmt.Sprintf("%02X", s.d.Machine().Memory[addr]), "["+name+"]", int(addr))
			}
		}
		for _, name := range debugger.CellWords {
			if addr, ok := s.d.Image().Symbol(name); ok {
				add(name, fmt.Sprintf("%04X", s.d.Machine().Word(addr)), "["+name+"].w", int(addr))
			}
		}
	case searchReference:
		s.searchVariables(add)
	case squaresReference:
		board, _ := s.d.Image().Symbol("BOARDA")
		for rank := 7; rank >= 0; rank-- {
			for file := range 8 {
				square := sargon.SquareAt(file, rank)
				addr := board + uint16(square)
				piece := sargon.Piece(s.d.Machine().Memory[addr])
				add(square.String(),
					fmt.Sprintf("%02X %s", uint8(piece), debugger.PieceText(piece)),
					"[@"+square.String()+"]", int(addr))
			}
		}
	default:
		return fmt.Errorf("there is no group of variables %d", m.Arguments.VariablesReference)
	}
	r := &dap.VariablesResponse{Response: response(&m.Request)}
	r.Body.Variables = list
	s.send(r)
	return nil
}

func (s *server) searchVariables(add func(name, value, evaluate string, addr int)) {
	c, ok := s.d.Chess()
	if !ok {
		return
	}
	scores := ""
	for _, v := range c.Scores {
		scores += fmt.Sprintf("%02X ", uint8(v))
	}
	add("evaluation", strconv.Itoa(c.Evaluation), "eval", -1)
	add("ply", fmt.Sprintf("%d of %d", c.Ply, c.Level), "ply", -1)
	add("line", c.LineText(), "", -1)
	add("record", c.Current.String(), "", -1)
	add("best", c.Best.String(), "", -1)
	add("SCORE", strings.TrimSpace(scores), "", -1)
	add("pins", debugger.PinsText(c.Pins), "", -1)
	add("position", c.Position.FEN(), "", -1)
}

// setVariable changes a register, a flag, a cell or a square.
func (s *server) setVariable(m *dap.SetVariableRequest) error {
	what, shown := m.Arguments.Name, m.Arguments.Name
	switch m.Arguments.VariablesReference {
	case registersReference, alternateReference, flagsReference:
	case cellsReference:
		shown = "[" + what + "]"
		for _, word := range debugger.CellWords {
			if word == what {
				shown += ".w"
			}
		}
	case squaresReference:
		shown = "[@" + what + "]"
	default:
		return fmt.Errorf("%s cannot be set", what)
	}
	value := m.Arguments.Value
	_, err := strconv.ParseUint(value, 16, 16)
	if err == nil && m.Arguments.VariablesReference != flagsReference {
		value = "0x" + value // as it is shown
	}
	if err := s.d.Set(shown, value); err != nil {
		return err
	}
	v, err := s.d.Evaluate(shown)
	if err != nil {
		return err
	}
	r := &dap.SetVariableResponse{Response: response(&m.Request)}
	r.Body.Value = fmt.Sprintf("%02X", v)
	s.send(r)
	return nil
}

const memoryBytes = 1 << 16

func (s *server) readMemory(m *dap.ReadMemoryRequest) error {
	addr, err := parseReference(m.Arguments.MemoryReference, m.Arguments.Offset)
	if err != nil {
		return err
	}
	n := min(max(m.Arguments.Count, 0), memoryBytes-int(addr))
	r := &dap.ReadMemoryResponse{Response: response(&m.Request)}
	r.Body.Address = reference(addr)
	r.Body.Data = base64.StdEncoding.EncodeToString(s.d.Machine().Memory[addr:][:n])
	r.Body.UnreadableBytes = m.Arguments.Count - n
	s.send(r)
	return nil
}

func (s *server) writeMemory(m *dap.WriteMemoryRequest) error {
	addr, err := parseReference(m.Arguments.MemoryReference, m.Arguments.Offset)
	if err != nil {
		return err
	}
	data, err := base64.StdEncoding.DecodeString(m.Arguments.Data)
	if err != nil {
		return err
	}
	if err := s.d.Poke(addr, data); err != nil {
		return err
	}
	r := &dap.WriteMemoryResponse{Response: response(&m.Request)}
	r.Body.BytesWritten = len(data)
	s.send(r)
	return nil
}

func (s *server) disassemble(m *dap.DisassembleRequest) error {
	addr, err := parseReference(m.Arguments.MemoryReference, m.Arguments.Offset)
	if err != nil {
		return err
	}
	for range min(max(-m.Arguments.InstructionOffset, 0), memoryBytes) {
		addr = s.d.InstructionBefore(addr)
	}
	skip := max(m.Arguments.InstructionOffset, 0)
	r := &dap.DisassembleResponse{Response: response(&m.Request)}
	r.Body.Instructions = []dap.DisassembledInstruction{}
	n := min(skip+max(m.Arguments.InstructionCount, 0), memoryBytes)
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
