// Package object makes objects for benchmarks with GNU as, and links objects in this process.
//
// Law: nothing that it links runs.
package object

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// Assemble makes an object for x86-64 of a text.
func Assemble(text string) ([]byte, error) {
	return made(exec.Command("as", "--64", "-o"), text, "-")
}

// Compile makes an object, or with -shared a library, of C.
func Compile(code string, flags ...string) ([]byte, error) {
	return made(exec.Command("gcc", append(flags, "-o")...), code, "-x", "c", "-")
}

// made runs a command that reads its standard input, and returns the file that it writes.
func made(cmd *exec.Cmd, input string, rest ...string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "object")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "out")
	cmd.Args = append(append(cmd.Args, out), rest...)
	var errs bytes.Buffer
	cmd.Stdin, cmd.Stderr = strings.NewReader(input), &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", cmd.Args[0], err, errs.Bytes()[:min(errs.Len(), 1000)])
	}
	return os.ReadFile(out)
}

// Memory is a memory manager for links of so many bytes of input, as rtdyld link has it.
func Memory(input uint64) (*mem.Manager, error) {
	cfg := mem.Config{NoExec: true, StripeSize: 1 << 20}
	if input > 16<<20 {
		cfg.StripeSize = 256 << 20
	}
	return mem.New(cfg)
}

// Link parses, loads and finalizes objects in a linker and memory of its own, by one goroutine, as rtdyld link -undefined=phony does.
// The function returned gives all back.
func Link(ctx context.Context, bufs []*objfmt.ObjectBuffer) (*rtdyld.Linker, func() error, error) {
	size := uint64(0)
	for _, b := range bufs {
		size += uint64(len(b.Bytes()))
	}
	m, err := Memory(size)
	if err != nil {
		return nil, nil, err
	}
	l, done, err := LinkIn(ctx, m, bufs)
	if err != nil {
		m.Close()
		return nil, nil, err
	}
	return l, func() error { return cmp.Or(done(), m.Close()) }, nil
}

// LinkIn is [Link] in memory of a manager that stays.
func LinkIn(ctx context.Context, m *mem.Manager, bufs []*objfmt.ObjectBuffer) (l *rtdyld.Linker, done func() error, err error) {
	imgs, err := objfile.ParseAll(ctx, 1, bufs)
	if err != nil {
		return nil, nil, err
	}
	p := &phony{memory: m}
	l, err = rtdyld.New(rtdyld.Config{Memory: m, SectionsStay: true, Resolver: p, TLS: p, Workers: 1})
	if err != nil {
		return nil, nil, err
	}
	done = func() error {
		err := l.Close()
		if p.live != nil {
			if e := p.live.Release(ctx); err == nil {
				err = e
			}
		}
		for _, img := range imgs {
			img.Close()
		}
		return err
	}
	p.near = l.Near
	objs, err := l.Load(ctx, imgs...)
	if err == nil {
		err = l.Finalize(ctx, objs...)
	}
	if err != nil {
		done()
		return nil, nil, err
	}
	return l, done, nil
}

// phony binds every name to one address near the code, and gives thread-locals offsets in a block that no thread has.
type phony struct {
	memory rtdyld.MemoryManager
	near   func() uint64
	live   rtdyld.Allocation // what has the address; nil: nothing was asked for
	addr   uint64
	size   uint64 // of the block
}

func (p *phony) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	if p.addr == 0 {
		a, err := p.memory.Allocate(ctx, []rtdyld.Request{{Kind: objfmt.KindReadOnly, Size: 64, Align: 64, Object: "<phony>", Near: p.near()}})
		if err != nil {
			return err
		}
		p.live, p.addr = a, a.Blocks()[0].Addr
	}
	for i := range refs {
		out[i] = rtdyld.Symbol{Addr: p.addr, Found: true}
		if refs[i].TLS {
			out[i] = rtdyld.Symbol{Kind: rtdyld.TLS, Module: 1, Found: true}
		}
	}
	return nil
}

// Threads gives thread-locals offsets in a block that no thread has.
func Threads() rtdyld.TLSProvider { return &phony{} }

// Define implements rtdyld.TLSProvider.
func (p *phony) Define(_ context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	p.size = (p.size + req.Size + req.Align - 1) &^ (req.Align - 1)
	return block(p.size), nil
}

// block is a thread-local block, by how far its start is in front of the thread pointer.
type block uint64

func (b block) Module() uint64                           { return 1 }
func (b block) DTPOffset() uint64                        { return -uint64(b) }
func (b block) TPOffset() int64                          { return -int64(b) }
func (b block) Initialize(context.Context, []byte) error { return nil }
func (b block) Release(context.Context) error            { return nil }
