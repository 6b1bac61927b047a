package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
)

// layoutFile is what -layout reads:
//
//	{"sections": [{"file": "a.o", "section": 3, "addr": "0x401000"},
//	              {"file": "a.o", "name": "<stubs>", "addr": "0x402000"}],
//	 "memory": [{"addr": "0x500000", "size": "0x10000"}],
//	 "symbols": {"puts": "0x10000000"}}
//
// file is an input's base name, "lib.a(m.o)" for a member of an archive; section is
// the number in the section table of the file's format, or name what the linker calls one that it
// makes; memory is where stubs, and GOT entries that do not reach, may lie instead of anywhere between sections; symbols has
// names that the inputs leave open, or that the linker would make itself. Each part may be missing.
type layoutFile struct {
	name     string
	data     []byte
	sections []layoutSection
	memory   []addrSpan // nil: wherever nothing else is
	symbols  definitions
}

// layoutSection is an entry of sections.
type layoutSection struct {
	file   string
	number uint32
	name   string // what the linker calls one that it makes, "" for one with a number
	addr   uint64
	offset int64 // of the entry's end in the file
}

// layoutError says what is wrong with a layout, and where.
type layoutError struct {
	File string // the layout's
	Line int
	Msg  string
	Err  error // what stands behind Msg, or nil
}

func (e *layoutError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

// Unwrap returns what stands behind the message.
func (e *layoutError) Unwrap() error { return e.Err }

// errorAt makes an error of what ends at an offset in the file.
func (f *layoutFile) errorAt(offset int64, err error) error {
	offset = max(min(offset, int64(len(f.data))), 0)
	return &layoutError{f.name, 1 + bytes.Count(f.data[:offset], []byte{'\n'}), err.Error(), err}
}

// readLayout reads a layout. It knows no inputs yet.
func readLayout(path string) (*layoutFile, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parseLayout(path, data)
}

func parseLayout(name string, data []byte) (*layoutFile, error) {
	f := &layoutFile{name: name, data: data, symbols: definitions{}}
	p := layoutParser{json.NewDecoder(bytes.NewReader(data))}
	p.UseNumber()
	err := p.layout(f)
	if err == nil {
		if _, err = p.Token(); err == nil {
			err = errors.New("something follows the layout")
		} else if err == io.EOF {
			return f, nil
		}
	}
	at := p.InputOffset()
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case err == io.EOF:
		err = io.ErrUnexpectedEOF
	}
	return nil, f.errorAt(at, err)
}

// layoutParser reads token by token, so that it can say where something is wrong,
// and refuse keys that it does not know or has seen.
type layoutParser struct{ *json.Decoder }

func (p layoutParser) layout(f *layoutFile) error {
	return p.object("the layout", func(key string) error {
		switch key {
		case "sections":
			return p.array(key, func() error { return p.section(f) })
		case "memory":
			f.memory = []addrSpan{}
			return p.array(key, func() error { return p.memory(f) })
		case "symbols":
			return p.object(key, func(name string) error {
				addr, err := p.addr(strconv.Quote(name))
				if err != nil {
					return err
				}
				f.symbols[name] = addr
				return nil
			})
		}
		return fmt.Errorf("unknown key %q: want sections, memory or symbols", key)
	})
}

func (p layoutParser) section(f *layoutFile) error {
	var s layoutSection
	has := map[string]bool{}
	err := p.object("a section", func(key string) (err error) {
		has[key] = true
		switch key {
		case "file":
			s.file, err = p.text(key)
		case "section":
			s.number, err = p.number(key)
		case "name":
			s.name, err = p.text(key)
		case "addr":
			s.addr, err = p.addr(key)
		default:
			err = fmt.Errorf("unknown key %q: want file, section or name, addr", key)
		}
		return err
	})
	if err != nil {
		return err
	}
	if has["section"] && has["name"] {
		return errors.New(`a section has a number, "section", or a "name", not both`)
	}
	for _, key := range []string{"file", "section", "addr"} {
		if !has[key] && !(key == "section" && has["name"]) {
			return fmt.Errorf("a section has no %q", key)
		}
	}
	s.offset = p.InputOffset()
	f.sections = append(f.sections, s)
	return nil
}

// memory reads an element of memory.
func (p layoutParser) memory(f *layoutFile) error {
	var addr, size uint64
	has := map[string]bool{}
	err := p.object("memory", func(key string) (err error) {
		has[key] = true
		switch key {
		case "addr":
			addr, err = p.addr(key)
		case "size":
			size, err = p.addr(key)
		default:
			err = fmt.Errorf("unknown key %q: want addr, size", key)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case !has["addr"] || !has["size"]:
		return errors.New(`memory has an "addr" and a "size"`)
	case size == 0:
		return nil
	case addr+(size-1) < addr:
		return &addressError{"memory", size, addr}
	}
	f.memory = append(f.memory, addrSpan{addr, addr + (size - 1)})
	return nil
}

// object reads an object and calls value to read each value. what is its name in errors.
func (p layoutParser) object(what string, value func(key string) error) error {
	if err := p.delim(what, '{', "an object"); err != nil {
		return err
	}
	seen := map[string]bool{}
	for p.More() {
		t, err := p.Token()
		if err != nil {
			return err
		}
		key := t.(string) // the decoder takes nothing else for a key
		if seen[key] {
			return fmt.Errorf("key %q occurs twice", key)
		}
		seen[key] = true
		if err := value(key); err != nil {
			return err
		}
	}
	_, err := p.Token()
	return err
}

// array reads an array and calls element to read each element.
func (p layoutParser) array(what string, element func() error) error {
	if err := p.delim(what, '[', "an array"); err != nil {
		return err
	}
	for p.More() {
		if err := element(); err != nil {
			return err
		}
	}
	_, err := p.Token()
	return err
}

func (p layoutParser) delim(what string, d json.Delim, kind string) error {
	t, err := p.Token()
	if err != nil {
		return err
	}
	if t != d {
		return fmt.Errorf("%s must be %s", what, kind)
	}
	return nil
}

func (p layoutParser) text(key string) (string, error) {
	t, err := p.Token()
	if err != nil {
		return "", err
	}
	s, ok := t.(string)
	if !ok {
		return "", fmt.Errorf("%s must be a string", key)
	}
	return s, nil
}

func (p layoutParser) number(key string) (uint32, error) {
	t, err := p.Token()
	if err != nil {
		return 0, err
	}
	n, ok := t.(json.Number)
	v, err := strconv.ParseUint(n.String(), 10, 32)
	if !ok || err != nil {
		return 0, fmt.Errorf("%s must be a whole number that is not negative", key)
	}
	return uint32(v), nil
}

func (p layoutParser) addr(key string) (uint64, error) {
	s, err := p.text(key)
	if err != nil {
		return 0, err
	}
	v, err := parseAddr(s)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", key, err)
	}
	return v, nil
}
