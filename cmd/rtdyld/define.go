package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// definitions are addresses of names that the inputs leave open. As a resolver it
// finds no thread-locals: an address is not what they have.
type definitions map[string]uint64

// add refuses a second address for a name.
func (d definitions) add(name string, addr uint64) error {
	if old, ok := d[name]; ok && old != addr {
		return fmt.Errorf("%s is defined as %#x and as %#x", name, old, addr)
	}
	d[name] = addr
	return nil
}

// String and Set implement flag.Value: -define SYM=ADDR. A symbol may hold "=".
func (d definitions) String() string { return "" }

func (d definitions) Set(v string) error {
	i := strings.LastIndexByte(v, '=')
	if i <= 0 {
		return errors.New("want SYM=ADDR")
	}
	addr, err := parseAddr(v[i+1:])
	if err != nil {
		return err
	}
	return d.add(v[:i], addr)
}

// find is what they say of a name; it may be called concurrently once all are added.
func (d definitions) find(name string) (addr uint64, ok bool) {
	addr, ok = d[name]
	return addr, ok
}

// Resolve implements rtdyld.Resolver.
func (d definitions) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i := range refs {
		if addr, ok := d[refs[i].Name]; ok {
			out[i] = rtdyld.Symbol{Addr: addr, Found: true}
		}
	}
	return nil
}

// imageBase is the address of the name that stands for what image-relative fields of
// COFF objects count from, 0 if it is not defined.
func (d definitions) imageBase() uint64 {
	if addr, ok := d["__ImageBase"]; ok {
		return addr
	}
	return d["___ImageBase"] // with i386's underscore
}

// phony is the resolver of -undefined=phony: it binds every name to one block of
// memory beside the code, or beside the thread pointer.
type phony struct {
	memory rtdyld.MemoryManager
	linker *rtdyld.Linker
	kind   rtdyld.Kind // of names but thread-locals
	tls    *staticTLS  // where those are; nil: at the thread pointer
	once   sync.Once
	addr   uint64
	err    error
}

func (p *phony) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	p.once.Do(func() {
		near := p.linker.Near()
		a, err := p.memory.Allocate(ctx, []rtdyld.Request{{Kind: objfmt.KindReadOnly, Size: 64, Align: 64, Object: "<phony>", Near: near, Low32: near != 0 && near < 1<<31}})
		if p.err = err; err == nil {
			p.addr = a.Blocks()[0].Addr
		}
	})
	for i := range refs {
		out[i] = rtdyld.Symbol{Kind: p.kind, Addr: p.addr, Found: true}
		if refs[i].TLS {
			out[i] = rtdyld.Symbol{Kind: rtdyld.TLS, Addr: p.tls.dummy(), Module: 1, Found: true}
		}
	}
	return p.err
}

// parseAddr reads an address: 0x and hexadecimal digits, or decimal digits.
func parseAddr(s string) (uint64, error) {
	digits, base := s, 10
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' {
		digits, base = s[2:], 16
	}
	v, err := strconv.ParseUint(digits, base, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("address %s has more than 64 bits", s)
	case err != nil:
		return 0, fmt.Errorf("%q is no address: want 0x and hexadecimal digits, or decimal digits", s)
	}
	return v, nil
}
