package main

import (
	"os"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/check"
)

// created is a section of -sectcreate: the contents of a file, with names in it.
type created struct {
	section string
	addr    uint64
	data    []byte
	names   []createdName
}

type createdName struct {
	name string
	off  uint64
}

// createSections reads what the options say of -sectcreate, SECTION,FILE[@NAME=OFFSET,...].
func (o *jitOptions) createSections() error {
	for _, spec := range o.sections {
		section, rest, ok := strings.Cut(spec, ",")
		file, names, _ := strings.Cut(rest, "@")
		if !ok || section == "" || file == "" {
			return errorf("Invalid -sectcreate \"%s\". Syntax: <section>,<file>[@<name>=<offset>,...]", spec)
		}
		if !o.noexec {
			return errorf("-sectcreate requires -noexec")
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return errorf("'%s': %s", file, systemText(err))
		}
		c := &created{section: section, data: data}
		for def := range strings.SplitSeq(names, ",") {
			if def == "" {
				continue
			}
			name, value, _ := strings.Cut(def, "=")
			off, ok := number(value)
			if !ok || name == "" || off > uint64(len(data)) {
				return errorf("Invalid offset '%s' in -sectcreate \"%s\"", value, spec)
			}
			c.names = append(c.names, createdName{name, off})
		}
		o.created = append(o.created, c)
	}
	return nil
}

// placeCreated gives the sections of -sectcreate addresses from addr to last, and their names to those that look for them. It returns what is behind them.
func (o *jitOptions) placeCreated(addr, last uint64, external *externals) (uint64, error) {
	for _, c := range o.created {
		c.addr = alignUp(addr, o.slabPage)
		if c.addr < addr || uint64(len(c.data)) > last-c.addr {
			return 0, errorf("section %s does not fit in the address space", c.section)
		}
		addr = c.addr + uint64(len(c.data))
		for _, n := range c.names {
			if _, twice := external.dummies[n.name]; twice {
				return 0, errorf("Duplicate definition of symbol '%s'", n.name)
			}
			if _, err := external.linker.Lookup(n.name); err == nil {
				return 0, errorf("Duplicate definition of symbol '%s'", n.name)
			}
			external.dummies[n.name] = c.addr + n.off
		}
	}
	return addr, nil
}

// addCreated shows them to rules, as sections of the file <sectcreate>.
func (o *jitOptions) addCreated(table *check.Table) {
	const file = "<sectcreate>"
	if len(o.created) > 0 {
		table.AddFile(file)
	}
	for _, c := range o.created {
		ref := table.AddSection(file, c.section, c.addr, c.data, uint64(len(c.data)))
		for _, n := range c.names {
			table.AddSymbol(n.name, ref, n.off, false)
		}
	}
}
