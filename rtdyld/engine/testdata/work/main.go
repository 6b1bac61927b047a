// Command work removes lazy modules from an engine that has many and says how much work that
// is: built with -cover -covermode=atomic it writes, into a folder, how often each
// statement ran meanwhile.
//
//	work DIR MODULES
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

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// removed is how many modules are removed, one by one.
const removed = 16

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: work DIR MODULES")
	}
	n, err := strconv.Atoi(os.Args[2])
	if err == nil {
		err = run(context.Background(), os.Args[1], n)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// run adds and links n modules with a function behind a stub each. All refer to one module
// that has none, each second one to the function of the one before.
func run(ctx context.Context, dir string, n int) error {
	memory, err := mem.New(mem.Options{})
	if err != nil {
		return err
	}
	e, err := engine.New(engine.Config{
		Linker:   rtdyld.Config{Memory: memory},
		Callback: func(func(context, number uint64) uint64) (uint64, error) { return 1, nil }, // no code runs
	})
	if err != nil {
		return err
	}
	if _, err := e.Add(ctx, engine.Input{Name: "common", Object: object("common", "")}); err != nil {
		return err
	}
	var ms []*engine.Module
	for i := range n {
		name, ref := fmt.Sprint("f", i), "common"
		if i%2 == 1 {
			ref = fmt.Sprint("f", i-1)
		}
		m, err := e.Add(ctx, engine.Input{Name: name, Object: object(name, ref), Functions: []string{name}})
		if err != nil {
			return err
		}
		f, err := e.Func(ctx, caller{}, name, abi.Signature{})
		if err != nil {
			return err
		}
		if _, err := f.Call(); err != nil {
			return err
		}
		ms = append(ms, m)
	}
	if err := coverage.ClearCounters(); err != nil {
		return err
	}
	for i := range removed {
		if err := e.Remove(ctx, ms[(n/removed*i)|1]); err != nil {
			return err
		}
	}
	if err := coverage.WriteMetaDir(dir); err != nil {
		return err
	}
	return coverage.WriteCountersDir(dir)
}

// caller calls nothing.
type caller struct{}

func (caller) Convention() *abi.Convention { return abi.SystemV() }
func (caller) Call(*abi.Frame)             {}

// object defines a function and refers to one.
func object(name, ref string) []byte {
	o := &objgen.ELF{Is64: true, Machine: uint16(elf.EM_X86_64)}
	code := o.Add(objgen.ELFSection{Name: ".text", Flags: uint64(elf.SHF_ALLOC | elf.SHF_EXECINSTR), Align: 16, Data: bytes.Repeat([]byte{0xc3}, 16)})
	data := o.Add(objgen.ELFSection{Name: ".data", Flags: uint64(elf.SHF_ALLOC | elf.SHF_WRITE), Align: 8, Data: make([]byte, 8)})
	o.AddSymbol(objgen.ELFSymbol{Name: name, Bind: byte(elf.STB_GLOBAL), Type: byte(elf.STT_FUNC), Section: code, Size: 16})
	if ref != "" {
		sym := o.AddSymbol(objgen.ELFSymbol{Name: ref, Bind: byte(elf.STB_GLOBAL)})
		o.AddRelocs(data, true, []objgen.ELFReloc{{Type: uint32(elf.R_X86_64_64), Sym: sym}})
	}
	return o.Bytes()
}
