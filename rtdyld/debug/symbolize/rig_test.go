package symbolize_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// memory is Go memory that pretends to lie at addresses from next on, so that objects of
// every machine can be linked.
type memory struct{ next atomic.Uint64 }

func newMemory(at uint64) *memory {
	m := new(memory)
	m.next.Store(at)
	return m
}

type allocation []rtdyld.Block

func (m *memory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	size := uint64(0)
	for _, q := range reqs {
		size = (size+q.Align-1)&^(q.Align-1) + q.Size
	}
	size = (size + 0xffff) &^ 0xffff
	at := m.next.Add(size) - size
	var a allocation
	for _, q := range reqs {
		at = (at + q.Align - 1) &^ (q.Align - 1)
		a = append(a, rtdyld.Block{Mem: make([]byte, q.Size), Addr: at})
		at += q.Size
	}
	return a, nil
}

func (a allocation) Blocks() []rtdyld.Block         { return a }
func (a allocation) Finalize(context.Context) error { return nil }
func (a allocation) Release(context.Context) error  { return nil }

// anywhere resolves every name.
var anywhere = rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) {
	return rtdyld.Symbol{Addr: 0x10f00000, Kind: rtdyld.Func}, true
})

// tls gives thread-locals a place that nobody uses.
type tls struct{}

func (tls) Define(context.Context, rtdyld.TLSRequest) (rtdyld.TLSBlock, error) { return tls{}, nil }
func (tls) Module() uint64                                                     { return 1 }
func (tls) DTPOffset() uint64                                                  { return 0 }
func (tls) TPOffset() int64                                                    { return -0x1000 }
func (tls) Initialize(context.Context, []byte) error                           { return nil }
func (tls) Release(context.Context) error                                      { return nil }

// link loads and finalizes images in an address space that begins below 512 MiB, within
// reach of everything on every machine.
func link(t testing.TB, listener rtdyld.Listener, imgs ...*objfmt.ObjectImage) (*rtdyld.Linker, []*rtdyld.Object) {
	t.Helper()
	l, err := rtdyld.New(rtdyld.Config{
		Memory: newMemory(0x10000000), Resolver: anywhere, TLS: tls{}, Listeners: []rtdyld.Listener{listener},
		Layout: rtdyld.DefaultLayout, Workers: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	objs, err := l.Load(t.Context(), imgs...)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Finalize(t.Context()); err != nil {
		t.Fatal(err)
	}
	return l, objs
}

// open parses an object file, which is closed with the test.
func open(t testing.TB, path string) *objfmt.ObjectImage {
	t.Helper()
	img, err := objfile.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	return img
}

// objects has what was compiled, by command, in a folder that goes with the program.
var objects struct {
	sync.Mutex
	dir  string
	made map[string]func() (string, error)
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "symbolize")
	if err != nil {
		panic(err)
	}
	objects.dir, objects.made = dir, map[string]func() (string, error){}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// compile runs a compiler on a source of testdata and returns the object's path, which is
// the same for the same command.
func compile(t testing.TB, source string, command ...string) string {
	t.Helper()
	citest.Need(t, command[0])
	key := source + " " + strings.Join(command, " ")
	objects.Lock()
	once := objects.made[key]
	if once == nil {
		out := filepath.Join(objects.dir, fmt.Sprintf("%d.o", len(objects.made)))
		once = sync.OnceValues(func() (string, error) {
			src, err := filepath.Abs(filepath.Join("testdata", source))
			if err != nil {
				return "", err
			}
			args := append(command[1:len(command):len(command)], "-c", src, "-o", out)
			if msg, err := exec.Command(command[0], args...).CombinedOutput(); err != nil {
				return "", fmt.Errorf("%s: %w\n%s", key, err, msg)
			}
			return out, nil
		})
		objects.made[key] = once
	}
	objects.Unlock()
	out, err := once()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// run runs a command and returns what it prints.
func run(t testing.TB, command ...string) []byte {
	t.Helper()
	return feed(t, nil, command...)
}

func feed(t testing.TB, stdin []byte, command ...string) []byte {
	t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin = bytes.NewReader(stdin)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatal(fmt.Errorf("%v: %w\n%s", command, err, errs.Bytes()))
	}
	return out.Bytes()
}
