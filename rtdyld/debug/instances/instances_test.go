package instances_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/elfimage"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/instances"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
)

// memory is Go slices at addresses that are counted up.
type memory struct {
	next uint64
	live int
}

type allocation struct {
	m      *memory
	blocks []rtdyld.Block
}

func (m *memory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	a := &allocation{m: m}
	for _, r := range reqs {
		m.next = (cmp.Or(m.next, 0x7000_0000_0000) + 0xfff) &^ 0xfff
		a.blocks = append(a.blocks, rtdyld.Block{Mem: make([]byte, r.Size), Addr: m.next})
		m.next += r.Size
	}
	m.live++
	return a, nil
}

func (a *allocation) Blocks() []rtdyld.Block         { return a.blocks }
func (a *allocation) Finalize(context.Context) error { return nil }
func (a *allocation) Release(context.Context) error  { a.m.live--; return nil }

// listener counts what a listener is told.
type listener struct{ finalized, objects, unloading int }

func (l *listener) Finalized(objs []*rtdyld.Object) { l.finalized++; l.objects += len(objs) }
func (l *listener) Unloading(objs []*rtdyld.Object) { l.unloading += len(objs) }

// unwinder keeps what it is told of.
type unwinder struct{ tables []rtdyld.UnwindTable }

func (u *unwinder) Formats() rtdyld.UnwindFormat { return rtdyld.EHFrame }
func (u *unwinder) Register(_ context.Context, tables []rtdyld.UnwindTable) error {
	u.tables = append(u.tables, tables...)
	return nil
}
func (u *unwinder) Deregister(_ context.Context, tables []rtdyld.UnwindTable) error {
	u.tables = u.tables[len(tables):]
	return nil
}

// enter is an object with one function, which has a frame: a stencil of an example.
func enter(t testing.TB, goarch string) *objfmt.ObjectImage {
	t.Helper()
	img, err := objfile.Open("../../../examples/stencil/stencils/linux_" + goarch + "/enter.o")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	return img
}

// instantiate makes instances, and shows them under the names f0, f1 and so on.
func instantiate(t testing.TB, img *objfmt.ObjectImage, m *memory, n int) []instances.Code {
	t.Helper()
	ctx := t.Context()
	tmpl, err := rtdyld.NewTemplate(ctx, img, rtdyld.TemplateConfig{Memory: m, Open: true, Holes: []string{"_CONTINUE"}})
	if err != nil {
		t.Fatal(err)
	}
	frames, err := instances.ReadFrames(ctx, img)
	if err != nil {
		t.Fatal(err)
	}
	var code []instances.Code
	for i := range n {
		in, err := tmpl.Instantiate(ctx, 0x7000_0000_0000)
		if err != nil {
			t.Fatal(err)
		}
		code = append(code, instances.Of(fmt.Sprintf("f%d", i), in, frames))
	}
	return code
}

// TestShow: listeners are told once of many instances, as one object that has their names, their bytes and their frames where they lie, and once that they go.
func TestShow(t *testing.T) {
	m := &memory{}
	const n = 100
	code := instantiate(t, enter(t, "amd64"), m, n)
	before := m.live
	l, sym, u := &listener{}, symbolize.New(), &unwinder{}
	batch, err := instances.New(rtdyld.Config{Memory: m, Listeners: []rtdyld.Listener{l, sym}, Unwinder: u}).Show(t.Context(), code...)
	if err != nil {
		t.Fatal(err)
	}
	if l.finalized != 1 || l.objects != 1 {
		t.Errorf("told %d times, of %d objects", l.finalized, l.objects)
	}
	for _, c := range code {
		if loc, ok := sym.Symbolize(c.Addr + 5); !ok || loc.Symbol != c.Name || loc.Offset != 5 {
			t.Errorf("%s is %q+%d", c.Name, loc.Symbol, loc.Offset)
		}
	}
	shown := 0
	for s := range batch.Object().SectionSeq() {
		for _, c := range code {
			if off := c.Addr - s.Addr; off < uint64(len(s.Mem)) {
				if shown++; !bytes.Equal(s.Mem[off:][:len(c.Mem)], c.Mem) {
					t.Errorf("%s has other bytes", c.Name)
				}
			}
		}
	}
	if shown != n {
		t.Errorf("%d of %d instances are in sections", shown, n)
	}
	table, err := unwind.Read(batch.Object())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range code {
		stepOut(t, table, c)
	}
	if len(u.tables) != 1 {
		t.Errorf("%d tables are registered", len(u.tables))
	}
	if err := batch.Close(); err != nil {
		t.Error(err)
	}
	if err := batch.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	if _, ok := sym.Symbolize(code[0].Addr); ok || l.unloading != 1 || len(u.tables) > 0 || m.live != before {
		t.Errorf("after Close: %d told, %d tables, %d pieces of memory", l.unloading, len(u.tables), m.live-before)
	}
}

// stepOut goes from the middle of a function, which has saved five registers, to its caller.
func stepOut(t *testing.T, table *unwind.Table, c instances.Code) {
	t.Helper()
	const pushes = 0x10 // push %r15, %r14, %r13, %r12, %rbx are behind two instructions of nine bytes
	stack := map[uint64]uint64{0x8000: 0xbb, 0x8020: 0x15, 0x8028: 0x1234_5678}
	var r unwind.Regs
	r.Arch = table.Arch()
	r.SetPC(c.Addr + pushes)
	r.SetSP(0x8000)
	err := table.Step(&r, func(addr uint64, dst []byte) error {
		binary.LittleEndian.PutUint64(dst, stack[addr])
		return nil
	})
	if rbx, _ := r.Get(3); err != nil || r.PC() != 0x1234_5678 || r.SP() != 0x8030 || rbx != 0xbb {
		t.Errorf("%s: caller at %#x, stack %#x: %v", c.Name, r.PC(), r.SP(), err)
	}
}

// TestShowParts: a function of parts has the frames of each, where it is, and a part that is cut off no more than its size.
func TestShowParts(t *testing.T) {
	m := &memory{}
	code := instantiate(t, enter(t, "amd64"), m, 1)
	one := code[0]
	size := uint64(len(one.Mem))
	two := instances.Code{Name: "two", Addr: one.Addr + 0x100_0000, Mem: append(bytes.Clone(one.Mem[:size-2]), one.Mem...)}
	two.Parts = []instances.Part{{Off: 0, Size: size - 2, Frames: one.Parts[0].Frames}, {Off: size - 2, Size: size, Frames: one.Parts[0].Frames}}
	batch, err := instances.New(rtdyld.Config{Memory: m, Listeners: []rtdyld.Listener{&listener{}}}).Show(t.Context(), two, one)
	if err != nil {
		t.Fatal(err)
	}
	defer batch.Close()
	table, err := unwind.Read(batch.Object())
	if err != nil {
		t.Fatal(err)
	}
	second := two
	second.Addr += size - 2
	stepOut(t, table, one)
	stepOut(t, table, two)
	stepOut(t, table, second)
	if start, end, ok := table.Find(two.Addr); !ok || start != two.Addr || end != second.Addr {
		t.Errorf("the first part is from %#x to %#x", start, end)
	}
	if got := len(batch.Object().Symbols()); got != 2 {
		t.Errorf("%d names", got)
	}
}

// TestShowNobody: without listeners nothing is made.
func TestShowNobody(t *testing.T) {
	m := &memory{}
	code := instantiate(t, enter(t, "amd64"), m, 2)
	before := m.live
	d := instances.New(rtdyld.Config{Memory: m})
	batch, err := d.Show(t.Context(), code...)
	if err != nil || batch.Object() != nil || m.live != before {
		t.Errorf("%v, %d pieces of memory: %v", batch.Object(), m.live-before, err)
	}
	if err := batch.Close(); err != nil {
		t.Error(err)
	}
}

// TestShowRefused: what cannot be shown is an error, and leaves nothing.
func TestShowRefused(t *testing.T) {
	m := &memory{}
	x86, arm := instantiate(t, enter(t, "amd64"), m, 1), instantiate(t, enter(t, "arm64"), m, 1)
	before := m.live
	l := &listener{}
	d := instances.New(rtdyld.Config{Memory: m, Listeners: []rtdyld.Listener{l}})
	if _, err := d.Show(t.Context(), x86[0], arm[0]); !errors.Is(err, elfimage.ErrTarget) {
		t.Errorf("code of two machines: %v", err)
	}
	bare := x86[0]
	bare.Parts = nil
	if _, err := d.Show(t.Context(), bare); !errors.Is(err, elfimage.ErrTarget) {
		t.Errorf("code without parts: %v", err)
	}
	long := x86[0]
	long.Parts = []instances.Part{{Off: 8, Size: uint64(len(long.Mem)), Frames: long.Parts[0].Frames}}
	if _, err := d.Show(t.Context(), long); err == nil {
		t.Error("a part that ends behind the code")
	}
	bare.Parts = []instances.Part{{Off: 0, Size: 1}}
	if _, err := d.Show(t.Context(), bare); !errors.Is(err, elfimage.ErrTarget) {
		t.Errorf("a part without frames: %v", err)
	}
	if _, err := d.Show(t.Context(), x86[0], x86[0]); err == nil {
		t.Error("code that lies in the same place")
	}
	if _, err := instances.New(rtdyld.Config{Listeners: []rtdyld.Listener{l}}).Show(t.Context(), x86...); err == nil {
		t.Error("shown without memory")
	}
	if m.live != before || l.finalized > 0 {
		t.Errorf("%d pieces of memory, told %d times", m.live-before, l.finalized)
	}
}

// broken is an unwinder that takes nothing.
type broken struct{ unwinder }

var errBroken = errors.New("broken")

func (*broken) Register(context.Context, []rtdyld.UnwindTable) error { return errBroken }

// TestShowFails: what fails on the way leaves nothing, and tells nobody.
func TestShowFails(t *testing.T) {
	m := &memory{}
	code := instantiate(t, enter(t, "amd64"), m, 3)
	before := m.live
	l := &listener{}
	cfg := rtdyld.Config{Memory: m, Listeners: []rtdyld.Listener{l}, Unwinder: &broken{}}
	if _, err := instances.New(cfg).Show(t.Context(), code...); !errors.Is(err, errBroken) {
		t.Errorf("an unwinder that fails: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := instances.New(cfg).Show(ctx, code...); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that ended: %v", err)
	}
	if m.live != before || l.finalized > 0 {
		t.Errorf("%d pieces of memory, told %d times", m.live-before, l.finalized)
	}
}

// frameSource has a function with a frame.
const frameSource = `
extern char HOLE;
extern void use(volatile long *);
long stencil(long n) {
	volatile long room[8];
	room[n & 7] = n;
	use(room);
	return room[n & 7] + (long)&HOLE;
}
`

// TestShowFormats: what .eh_frame of a batch says is what unwind information of other formats says, at each byte of a function and of what is left of one that is cut off.
func TestShowFormats(t *testing.T) {
	targets := []string{
		"x86_64-linux-gnu", "i386-linux-gnu", "aarch64-linux-gnu", "armv7-linux-gnueabihf", "riscv64-linux-gnu", "s390x-linux-gnu",
		"x86_64-pc-windows-msvc", "aarch64-pc-windows-msvc", "x86_64-apple-macos11", "arm64-apple-macos11",
	}
	if citest.Sample() {
		targets = targets[len(targets)-5:]
	}
	for _, target := range targets {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			citest.NeedCompiler(t, "int x;", "clang", "-c", "-target", target)
			obj := filepath.Join(t.TempDir(), "frame.o")
			clang := exec.Command("clang", "-target", target, "-O1", "-fno-stack-protector", "-fasynchronous-unwind-tables", "-c", "-x", "c", "-", "-o", obj)
			clang.Stdin = strings.NewReader(frameSource)
			if out, err := clang.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			img, err := objfile.Open(obj)
			if err != nil {
				t.Fatal(err)
			}
			defer img.Close()
			stepAlike(t, img)
		})
	}
}

// stepAlike compares steps by the table of an object with those of a batch of two copies of its code, the second of which is cut off.
func stepAlike(t *testing.T, img *objfmt.ObjectImage) {
	t.Helper()
	ctx := t.Context()
	m := &memory{next: 0x10_0000}
	l, err := rtdyld.New(rtdyld.Config{Memory: m, Resolver: rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: 0x10000, Found: true}, true })})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	objs, err := l.Load(ctx, img)
	if err == nil {
		err = l.Resolve(ctx, objs...)
	}
	if err != nil {
		t.Fatal(err)
	}
	linked, err := unwind.Read(objs[0])
	if err != nil {
		t.Fatal(err)
	}
	frames, err := instances.ReadFrames(ctx, img)
	if err != nil {
		t.Fatal(err)
	}
	var code rtdyld.LoadedSection
	for s := range objs[0].SectionSeq() {
		if s.Kind == objfmt.KindCode && len(s.Mem) > 0 && code.Mem == nil {
			code = s
		}
	}
	cut := len(code.Mem) - 4
	at := code.Addr + 0x100_0000
	one := instances.Code{Name: "one", Addr: at, Mem: code.Mem, Parts: []instances.Part{{Off: 0, Size: uint64(len(code.Mem)), Frames: frames}}}
	two := instances.Code{Name: "two", Addr: at + 0x10000, Mem: code.Mem[:cut], Parts: []instances.Part{{Off: 0, Size: uint64(cut), Frames: frames}}}
	batch, err := instances.New(rtdyld.Config{Memory: m, Listeners: []rtdyld.Listener{&listener{}}}).Show(ctx, one, two)
	if err != nil {
		t.Fatal(err)
	}
	defer batch.Close()
	shown, err := unwind.Read(batch.Object())
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for off := range uint64(len(code.Mem)) {
		want, wantErr := step(linked, code.Addr+off)
		steps++
		for _, c := range []instances.Code{one, two} {
			if off >= uint64(len(c.Mem)) {
				continue
			}
			if got, err := step(shown, c.Addr+off); (err == nil) != (wantErr == nil) || !same(got, want) {
				t.Fatalf("%s+%#x: %+v, %v; linked %+v, %v", c.Name, off, got, err, want, wantErr)
			}
		}
	}
	if steps < 20 {
		t.Errorf("%d steps", steps)
	}
	if _, err := step(shown, two.Addr+uint64(cut)); !errors.Is(err, unwind.ErrNoRule) {
		t.Errorf("behind what is cut off: %v", err)
	}
}

// same reports whether what is known of a frame is so in another one, of which more may be known: functions for Windows keep more registers.
func same(r, as unwind.Regs) bool {
	for i := range 128 {
		v, ok := r.Get(i)
		if w, known := as.Get(i); ok && (!known || v != w) {
			return false
		}
	}
	return r.PC() == as.PC() && r.SP() == as.SP() && r.FP() == as.FP()
}

// step goes one frame up from an address, with registers and a stack that all differ.
func step(table *unwind.Table, pc uint64) (unwind.Regs, error) {
	r := unwind.Regs{Arch: table.Arch()}
	for i := range 64 {
		r.Set(i, 0x8000+uint64(i)*0x100)
	}
	r.SetSP(0x4000)
	r.SetFP(0x5000)
	r.SetPC(pc)
	err := table.Step(&r, func(addr uint64, dst []byte) error {
		for i := range dst {
			dst[i] = byte(addr>>(i%2*8)) | 1
		}
		return nil
	})
	return r, err
}
