// Command work does something to a few of many modules, objects or names and says how much work that
// is: built with -cover -covermode=atomic it writes, into a folder, how often each
// statement ran meanwhile.
//
//	work DIR KIND MANY
package main

import (
	"bytes"
	"context"
	"debug/elf"
	"fmt"
	"log"
	"os"
	"runtime/coverage"
	"strconv"

	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// few is how many are worked on.
const few = 16

// kinds make many of something; what they return is counted.
var kinds = map[string]func(ctx context.Context, many int) (func() error, error){
	"lazy": lazy,
	"added": func(ctx context.Context, many int) (func() error, error) {
		return same(ctx, many, engine.Input{Object: object("same", "", elf.STB_GLOBAL)}, nil)
	},
	"unknown": func(ctx context.Context, many int) (func() error, error) {
		return same(ctx, many, engine.Input{Source: &compiler.Source{}}, nil)
	},
	"failed": func(ctx context.Context, many int) (func() error, error) {
		return same(ctx, many, engine.Input{Source: &compiler.Source{}, Defines: []string{"same"}}, func(e *engine.Engine, ms ...*engine.Module) error {
			e.Load(ctx, ms...)
			return nil
		})
	},
	"loaded": func(ctx context.Context, many int) (func() error, error) {
		return same(ctx, many, engine.Input{Object: object("same", "", elf.STB_WEAK)}, func(e *engine.Engine, ms ...*engine.Module) error {
			return e.Load(ctx, ms...)
		})
	},
	"finalized": func(ctx context.Context, many int) (func() error, error) {
		return same(ctx, many, engine.Input{Object: object("same", "", elf.STB_WEAK)}, func(e *engine.Engine, ms ...*engine.Module) error {
			return e.Finalize(ctx, ms...)
		})
	},
	"one by one": oneByOne,
	"linker":     linker,
	"aliases":    aliases,
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 || kinds[os.Args[2]] == nil {
		log.Fatal("usage: work DIR KIND MANY")
	}
	many, err := strconv.Atoi(os.Args[3])
	if err == nil {
		err = run(context.Background(), os.Args[1], os.Args[2], many)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, dir, kind string, many int) error {
	work, err := kinds[kind](ctx, many)
	if err != nil {
		return err
	}
	if err := coverage.ClearCounters(); err != nil {
		return err
	}
	if err := work(); err != nil {
		return err
	}
	if err := coverage.WriteMetaDir(dir); err != nil {
		return err
	}
	return coverage.WriteCountersDir(dir)
}

func newEngine() (*engine.Engine, error) {
	memory, err := mem.New(mem.Config{})
	if err != nil {
		return nil, err
	}
	return engine.New(engine.Config{
		Linker:   rtdyld.Config{Memory: memory},
		Callback: func(func(context, number uint64) uint64) (uint64, error) { return 1, nil }, // no code runs
		Compiler: broken{},
	})
}

// broken is a compiler that knows nothing and makes nothing.
type broken struct{}

func (broken) Signature(compiler.Source) compiler.Signature { return compiler.Signature{} }
func (broken) Defines(context.Context, compiler.Source) ([]string, bool, error) {
	return nil, false, nil
}
func (broken) Compile(context.Context, compiler.Source) (*objfmt.ObjectBuffer, error) {
	return nil, fmt.Errorf("broken")
}

// lazy adds and links many modules with a function behind a stub each. All refer to one module
// that has none, each second one to the function of the one before. A few are removed.
func lazy(ctx context.Context, many int) (func() error, error) {
	e, err := newEngine()
	if err != nil {
		return nil, err
	}
	if _, err := e.Add(ctx, engine.Input{Name: "common", Object: object("common", "", elf.STB_GLOBAL)}); err != nil {
		return nil, err
	}
	var ms []*engine.Module
	for i := range many {
		name, ref := fmt.Sprint("f", i), "common"
		if i%2 == 1 {
			ref = fmt.Sprint("f", i-1)
		}
		m, err := e.Add(ctx, engine.Input{Name: name, Object: object(name, ref, elf.STB_GLOBAL), Functions: []string{name}})
		if err != nil {
			return nil, err
		}
		f, err := e.Func(ctx, caller{}, name, abi.Signature{})
		if err != nil {
			return nil, err
		}
		if _, err := f.Call(); err != nil {
			return nil, err
		}
		ms = append(ms, m)
	}
	return func() error {
		for i := range few {
			if err := e.Remove(ctx, ms[(many/few*i)|1]); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// same adds many modules of one kind, which define one name, and takes them further. A few are removed, looked
// for, and added again.
func same(ctx context.Context, many int, in engine.Input, further func(*engine.Engine, ...*engine.Module) error) (func() error, error) {
	e, err := newEngine()
	if err != nil {
		return nil, err
	}
	in.Name = "m"
	var ms []*engine.Module
	for range many {
		m, err := e.Add(ctx, in)
		if err != nil {
			return nil, err
		}
		ms = append(ms, m)
	}
	if further != nil {
		if err := further(e, ms...); err != nil {
			return nil, err
		}
	}
	return func() error {
		for i := range few {
			if err := e.Remove(ctx, ms[1+(many/few)*i]); err != nil { // not the first, which those that are loaded use
				return err
			}
			m, err := e.Add(ctx, in)
			if err != nil {
				return err
			}
			if further == nil {
				continue // a lookup would change what they are
			}
			if err := further(e, m); err != nil {
				return err
			}
			e.Lookup(ctx, "same")
		}
		return nil
	}, nil
}

// oneByOne loads many modules and finalizes a few of them.
func oneByOne(ctx context.Context, many int) (func() error, error) {
	e, err := newEngine()
	if err != nil {
		return nil, err
	}
	var ms []*engine.Module
	for i := range many {
		m, err := e.Add(ctx, engine.Input{Name: "m", Object: object(fmt.Sprint("f", i), "", elf.STB_GLOBAL)})
		if err == nil {
			err = e.Load(ctx, m)
		}
		if err != nil {
			return nil, err
		}
		ms = append(ms, m)
	}
	return func() error {
		for i := range few {
			if err := e.Finalize(ctx, ms[many/few*i]); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// linker loads many objects that define one name into a linker, and unloads a few.
func linker(ctx context.Context, many int) (func() error, error) {
	memory, err := mem.New(mem.Config{})
	if err != nil {
		return nil, err
	}
	l, err := rtdyld.New(rtdyld.Config{Memory: memory})
	if err != nil {
		return nil, err
	}
	img, err := objfile.Parse("same.o", object("same", "", elf.STB_WEAK))
	if err != nil {
		return nil, err
	}
	load := func() (*rtdyld.Object, error) {
		objs, err := l.Load(ctx, img)
		if err != nil {
			return nil, err
		}
		return objs[0], l.Finalize(ctx, objs...)
	}
	var objs []*rtdyld.Object
	for range many {
		o, err := load()
		if err != nil {
			return nil, err
		}
		objs = append(objs, o)
	}
	return func() error {
		for i := range few {
			if err := l.Unload(ctx, objs[1+(many/few)*i]); err != nil {
				return err
			}
			if _, err := l.Lookup("same"); err != nil {
				return err
			}
			if _, err := load(); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// aliases has many objects say that a name is another one, and takes a few away.
func aliases(_ context.Context, many int) (func() error, error) {
	t := new(symtab.Table)
	t.Init()
	name, other := "name", "other"
	type object struct {
		num uint32
		ids []symtab.ID
	}
	var objs []object
	for i := range many {
		b := new(symtab.Batch)
		t.Begin(b, symtab.OneUnit+uint32(i), false)
		num := t.Add(b)
		ids := []symtab.ID{t.Declare(num, objfmt.KeyOf(name), name), t.Declare(num, objfmt.KeyOf(other), other)}
		t.Alias(num, ids[0], ids[1], true)
		t.Commit(b)
		objs = append(objs, object{num, ids})
	}
	return func() error {
		for i := range few {
			o := objs[1+(many/few)*i]
			t.Lookup(objfmt.KeyOf(name), 0)
			t.Retract(o.num, o.ids)
			t.RetractAliases(o.num, len(o.ids))
			t.Drop(o.num)
		}
		return nil
	}, nil
}

// caller calls nothing.
type caller struct{}

func (caller) Convention() *abi.Convention { return abi.SystemV() }
func (caller) Call(*abi.Frame)             {}

// object defines a function and refers to one.
func object(name, ref string, bind elf.SymBind) []byte {
	o := &objgen.ELF{Is64: true, Machine: uint16(elf.EM_X86_64)}
	code := o.Add(objgen.ELFSection{Name: ".text", Flags: uint64(elf.SHF_ALLOC | elf.SHF_EXECINSTR), Align: 16, Data: bytes.Repeat([]byte{0xc3}, 16)})
	data := o.Add(objgen.ELFSection{Name: ".data", Flags: uint64(elf.SHF_ALLOC | elf.SHF_WRITE), Align: 8, Data: make([]byte, 8)})
	o.AddSymbol(objgen.ELFSymbol{Name: name, Bind: byte(bind), Type: byte(elf.STT_FUNC), Section: code, Size: 16})
	if ref != "" {
		sym := o.AddSymbol(objgen.ELFSymbol{Name: ref, Bind: byte(elf.STB_GLOBAL)})
		o.AddRelocs(data, true, []objgen.ELFReloc{{Type: uint32(elf.R_X86_64_64), Sym: sym}})
	}
	return o.Bytes()
}
