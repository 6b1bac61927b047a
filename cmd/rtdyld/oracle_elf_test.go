package main

import (
	"bufio"
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
)

// elfLocals is an object that defines thread-locals.
func elfLocals(machine uint16, is64 bool, names []string) []byte {
	const alloc, write, tls, nobits, object, global = 2, 1, 0x400, 8, 6, 1
	f := &objgen.ELF{Is64: is64, Machine: machine}
	n := f.Add(objgen.ELFSection{Name: ".tbss", Type: nobits, Flags: alloc | write | tls, Size: uint64(8 * len(names)), Align: 8})
	for i, name := range names {
		f.AddSymbol(objgen.ELFSymbol{Name: name, Value: uint64(8 * i), Size: 8, Type: object, Bind: global, Section: n})
	}
	return f.Bytes()
}

// mapLine is a line of ld.lld's map about a section of an input: address, load
// address, size, alignment and, eight columns after the place of output sections,
// FILE:(NAME).
var mapLine = regexp.MustCompile(`^ *([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+) +[0-9]+ {9}([^ ].*):\((.*)\)$`)

// readELFMap reads the map of ld.lld.
func readELFMap(data []byte) (list []inputPlace, err error) {
	sc := bufio.NewScanner(bytes.NewReader(data))
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		m := mapLine.FindSubmatch(sc.Bytes())
		if m == nil {
			continue
		}
		p := inputPlace{file: filepath.Base(string(m[3])), name: string(m[4])}
		var errs [2]error
		p.addr, errs[0] = strconv.ParseUint(string(m[1]), 16, 64)
		p.size, errs[1] = strconv.ParseUint(string(m[2]), 16, 64)
		if err := errors.Join(errs[:]...); err != nil {
			return nil, fmt.Errorf("map: %s: %w", sc.Text(), err)
		}
		list = append(list, p)
	}
	return list, sc.Err()
}

// elfImage is an executable.
type elfImage struct {
	parts []elfPart
	got   uint64
}

type elfPart struct {
	addr uint64
	data []byte
}

// readELFOut reads an executable.
func readELFOut(path string) (output, error) {
	f, err := elf.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var img elfImage
	for _, s := range f.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 || s.Type == elf.SHT_NOBITS {
			continue
		}
		data, err := s.Data()
		if err != nil {
			return nil, err
		}
		img.parts = append(img.parts, elfPart{s.Addr, data})
	}
	syms, err := f.Symbols()
	if err != nil {
		return nil, err
	}
	for _, s := range syms {
		if s.Name == "_GLOBAL_OFFSET_TABLE_" {
			img.got = s.Value
		}
	}
	return &img, nil
}

// read implements output.
func (img *elfImage) read(addr, size uint64) []byte {
	for _, p := range img.parts {
		if off := addr - p.addr; off <= uint64(len(p.data)) && size <= uint64(len(p.data))-off {
			return p.data[off : off+size]
		}
	}
	return nil
}

// base implements output.
func (img *elfImage) base() uint64 { return img.got }
