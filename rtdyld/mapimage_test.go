package rtdyld_test

import (
	"cmp"
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// savedBase is the recorded base of the images that tests make.
const savedBase = 0x3c_0000_0000

// imageSource has every kind of word that a linked image has.
const imageSource = `
	.text
	.globl f, g
	.type f,@function
f:	.cfi_startproc
	movq data@GOTPCREL(%rip), %rax
	movq extern@GOTPCREL(%rip), %rcx
	movq maybe@GOTPCREL(%rip), %rdx
	movq tls@GOTTPOFF(%rip), %rsi
	leaq tls@TLSGD(%rip), %rdi
	ret
	.cfi_endproc
	.size f, .-f
	.type g,@function
g:	ret
	.size g, .-g
	.section .data.rel.ro,"aw",@progbits
	.p2align 3
table:	.quad f, g, table, extern+8
	.quad 0x1122334455667788
	.section .init_array,"aw",@init_array
	.quad f
	.section .fini_array,"aw",@fini_array
	.quad g
	.data
	.globl data
	.type data,@object
	.p2align 3
data:	.quad table, data, extern
	.byte 1
odd:	.quad g
	.size data, .-data
	.globl absolute
absolute = 0x1234
	.bss
	.globl zeros
	.type zeros,@object
zeros:	.zero 100
	.size zeros, 100
	.section .tdata,"awT",@progbits
	.globl tls
	.type tls,@object
tls:	.long 7
	.size tls, 4
	.weak maybe
`

// makeImage links a shared object of assembly, with another linker: such an image has no note.
func makeImage(t testing.TB, source string, flags ...string) string {
	t.Helper()
	citest.Need(t, "llvm-mc-14", "ld.lld-14")
	dir := t.TempDir()
	s, o, so := filepath.Join(dir, "a.s"), filepath.Join(dir, "a.o"), filepath.Join(dir, "liba.so")
	if err := os.WriteFile(s, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-shared", "-z", "now", "-z", "separate-loadable-segments", "--pack-dyn-relocs=relr", "--hash-style=gnu",
		"--eh-frame-hdr", fmt.Sprintf("--image-base=%#x", uint64(savedBase)), "--apply-dynamic-relocs", o, "-o", so}, flags...)
	for _, c := range []*exec.Cmd{exec.Command("llvm-mc-14", "-triple=x86_64", "-filetype=obj", s, "-o", o), exec.Command("ld.lld-14", args...)} {
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", c, err, out)
		}
	}
	return so
}

// sliceMapper maps images to Go slices, at their recorded base unless that is taken.
type sliceMapper struct {
	taken bool
	fail  error  // of Finalize
	away  uint64 // where else it maps; 0: elsewhere
	room  uint64 // bytes that an image may take; 0: 16 MiB

	mu      sync.Mutex
	live    int
	request rtdyld.ImageRequest
}

const elsewhere = 0x5500_0000_0000

type sliceImage struct {
	m        *sliceMapper
	blocks   []rtdyld.Block
	constant [][]byte // what must not be written, as it was
}

func (m *sliceMapper) MapImage(_ context.Context, req *rtdyld.ImageRequest) (rtdyld.Allocation, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if req.Size > cmp.Or(m.room, 1<<24) { // as damaged ones say
		return nil, errNoMemory
	}
	base := req.Base
	if m.taken || req.Elsewhere {
		if base = cmp.Or(m.away, elsewhere); req.Fixed {
			return nil, rtdyld.ErrImageBase
		}
	}
	a := &sliceImage{m: m}
	for _, s := range req.Segments {
		b := rtdyld.Block{Mem: make([]byte, s.Size), Addr: s.Addr - req.Base + base}
		copy(b.Mem, req.Data[s.Off:][:s.FileSize])
		a.blocks = append(a.blocks, b)
		if !s.Writes {
			a.constant = append(a.constant, slices.Clone(b.Mem))
		} else {
			a.constant = append(a.constant, nil)
		}
	}
	m.live++
	m.request = *req
	return a, nil
}

func (a *sliceImage) Blocks() []rtdyld.Block { return a.blocks }

func (a *sliceImage) Finalize(context.Context) error {
	for i, was := range a.constant {
		if was != nil && string(was) != string(a.blocks[i].Mem) {
			return fmt.Errorf("segment %d was written", i)
		}
	}
	return a.m.fail
}

func (a *sliceImage) Release(context.Context) error {
	a.m.mu.Lock()
	defer a.m.mu.Unlock()
	a.m.live--
	return nil
}

// imageRig is a linker that maps images to slices.
type imageRig struct {
	*rtdyld.Linker
	mapper sliceMapper
	asked  []string // names that the Resolver was asked for
	tls    anyTLS
	ran    []uint64 // constructors and destructors
}

func (r *imageRig) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i, ref := range refs {
		r.asked = append(r.asked, ref.Name)
		switch ref.Name {
		case "extern", "puts":
			out[i] = rtdyld.Symbol{Addr: externAddr, Found: true}
		case "__tls_get_addr":
			out[i] = rtdyld.Symbol{Addr: externAddr + 0x100, Found: true}
		}
	}
	return nil
}

const externAddr = 0x7f00_0000_1000

func (r *imageRig) Init(_ context.Context, _ []*rtdyld.Object, funcs []uint64) error {
	r.ran = append(r.ran, funcs...)
	return nil
}

func (r *imageRig) Fini(_ context.Context, _ []*rtdyld.Object, funcs []uint64) error {
	r.ran = append(r.ran, funcs...)
	return nil
}

func newImageRig(t testing.TB, change func(*imageRig, *rtdyld.Config)) *imageRig {
	r := &imageRig{}
	cfg := rtdyld.Config{Memory: &memory{next: 0x3c_1000_0000}, Images: &r.mapper, Resolver: r, TLS: &r.tls, Initializer: r}
	if change != nil {
		change(r, &cfg)
	}
	var err error
	if r.Linker, err = rtdyld.New(cfg); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil && !errors.Is(err, rtdyld.ErrClosed) {
			t.Error(err)
		}
		if r.mapper.live != 0 || r.tls.live != 0 {
			t.Errorf("%d images, %d blocks of thread-locals left", r.mapper.live, r.tls.live)
		}
	})
	return r
}

func openImage(t testing.TB, path string) *rtdyld.LinkedImage {
	t.Helper()
	img, err := rtdyld.OpenImage(path, rtdyld.ImageConfig{}.Foreign())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	return img
}

// TestMapImageWords: every word of an image that holds an address is what the psABI says, at the recorded base and elsewhere, and no other byte is
// written.
func TestMapImageWords(t *testing.T) {
	path := makeImage(t, imageSource)
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, away := range []bool{false, true} {
		r := newImageRig(t, nil)
		img := openImage(t, path)
		o, err := r.MapImage(context.Background(), img, rtdyld.MapConfig{Elsewhere: away})
		if err != nil {
			t.Fatal(err)
		}
		bias := uint64(0)
		if away {
			bias = elsewhere - savedBase
		}
		want := expectedImage(t, f, bias)
		words := 0
		for _, s := range o.Sections() {
			h := f.Section(s.Name)
			if h == nil || s.Addr != h.Addr+bias || uint64(len(s.Mem)) != h.Size && s.Mem != nil {
				t.Fatalf("section %s of %d bytes at %#x", s.Name, len(s.Mem), s.Addr)
			}
			if s.Mem == nil || h.Type == elf.SHT_NOBITS {
				continue
			}
			data, err := h.Data()
			if err != nil {
				t.Fatal(err)
			}
			for at := h.Addr; at < h.Addr+h.Size; at++ {
				w, ok := want[at]
				if !ok {
					if s.Mem[at-h.Addr] != data[at-h.Addr] {
						t.Fatalf("away %v: %s+%#x was written", away, s.Name, at-h.Addr)
					}
					continue
				}
				words++
				if got := binary.LittleEndian.Uint64(s.Mem[at-h.Addr:]); got != w {
					t.Errorf("away %v: %s+%#x is %#x, want %#x", away, s.Name, at-h.Addr, got, w)
				}
				at += 7
			}
		}
		if words != len(want) || words < 12 {
			t.Errorf("%d words of %d", words, len(want))
		}
		sym := func(name string) uint64 { s, _ := r.Lookup(name); return s.Addr }
		if want := []uint64{sym("f")}; !slices.Equal(r.ran, want) {
			t.Errorf("constructors %#x, want %#x", r.ran, want)
		}
		g := sym("g")
		if err := r.Unload(context.Background(), o); err != nil || len(r.ran) != 2 || r.ran[1] != g {
			t.Errorf("%v, destructors %#x", err, r.ran)
		}
		if r.mapper.live != 0 {
			t.Error("it is still mapped")
		}
	}
}

// expectedImage computes the words by another reading of the file: by address.
func expectedImage(t *testing.T, f *elf.File, bias uint64) map[uint64]uint64 {
	le, want := binary.LittleEndian, map[uint64]uint64{}
	content := func(at uint64) uint64 {
		for _, s := range f.Sections {
			if s.Flags&elf.SHF_ALLOC != 0 && s.Type != elf.SHT_NOBITS && at >= s.Addr && at < s.Addr+s.Size {
				b, err := s.Data()
				if err != nil {
					t.Fatal(err)
				}
				return le.Uint64(b[at-s.Addr:])
			}
		}
		t.Fatalf("nothing at %#x", at)
		return 0
	}
	relr, err := f.Section(".relr.dyn").Data()
	if err != nil {
		t.Fatal(err)
	}
	at := uint64(0)
	for ; len(relr) > 0; relr = relr[8:] {
		e := le.Uint64(relr)
		if e&1 == 0 {
			want[e] = content(e) + bias
			at = e + 8
			continue
		}
		for i := range uint64(63) {
			if e>>(i+1)&1 != 0 {
				want[at+8*i] = content(at+8*i) + bias
			}
		}
		at += 63 * 8
	}
	syms, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	rela, err := f.Section(".rela.dyn").Data()
	if err != nil {
		t.Fatal(err)
	}
	for ; len(rela) > 0; rela = rela[24:] {
		info, addend := le.Uint64(rela[8:]), le.Uint64(rela[16:])
		var s elf.Symbol
		if i := info >> 32; i > 0 {
			s = syms[i-1]
		}
		switch {
		case s.Name == "extern":
			s.Value = externAddr
		case s.Section != elf.SHN_UNDEF && elf.ST_TYPE(s.Info) != elf.STT_TLS:
			s.Value += bias
		}
		off := le.Uint64(rela)
		switch typ := elf.R_X86_64(uint32(info)); typ {
		case elf.R_X86_64_RELATIVE:
			want[off] = bias + addend
		case elf.R_X86_64_64, elf.R_X86_64_GLOB_DAT:
			want[off] = s.Value + addend
		case elf.R_X86_64_TPOFF64:
			want[off] = ^uint64(0x1000) + 1 + s.Value + addend
		case elf.R_X86_64_DTPMOD64:
			want[off] = 1
		case elf.R_X86_64_DTPOFF64:
			want[off] = 0x10 + s.Value + addend
		default:
			t.Fatalf("%v", typ)
		}
	}
	return want
}

// TestMapImageNames: the names of an image are those that debug/elf reads, with their places, and no others; look-ups allocate nothing.
func TestMapImageNames(t *testing.T) {
	path := makeImage(t, imageSource)
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := newImageRig(t, nil)
	img := openImage(t, path)
	o, err := r.MapImage(context.Background(), img, rtdyld.MapConfig{Elsewhere: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := img.Close(); err != nil { // which it needs no more
		t.Fatal(err)
	}
	syms, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	const bias = elsewhere - savedBase
	kinds := map[elf.SymType]rtdyld.Kind{elf.STT_FUNC: rtdyld.Func, elf.STT_OBJECT: rtdyld.Data, elf.STT_TLS: rtdyld.TLS}
	found := 0
	for _, s := range syms {
		got, err := r.Lookup(s.Name)
		own, err2 := o.Lookup(s.Name)
		if s.Section == elf.SHN_UNDEF {
			if err == nil || err2 == nil {
				t.Errorf("%s is undefined, and found at %#x", s.Name, got.Addr)
			}
			continue
		}
		found++
		typ := elf.ST_TYPE(s.Info)
		want := rtdyld.Symbol{Addr: s.Value + bias, Size: s.Size, Kind: kinds[typ], Found: true, Object: o}
		switch {
		case s.Section == elf.SHN_ABS:
			want.Addr, want.Kind = s.Value, rtdyld.Abs
		case typ == elf.STT_TLS:
			want.Addr = s.Value - 0x1000
			want.Module, want.Thread = 1, got.Thread
		}
		if err != nil || err2 != nil || got != want || own.Addr != want.Addr {
			t.Errorf("%s: %+v, %v, want %+v", s.Name, got, err, want)
		}
	}
	if found < 6 {
		t.Errorf("%d names", found)
	}
	for _, name := range []string{"", "ff", "table", "extern", "f\x00"} {
		if s, err := r.Lookup(name); err == nil {
			t.Errorf("%q is at %#x", name, s.Addr)
		}
	}
	if n := testing.AllocsPerRun(100, func() {
		if _, err := r.Lookup("data"); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("a look-up makes %v allocations", n)
	}
	var names []string
	for _, s := range o.Symbols() { // those that only people see, too
		names = append(names, s.Name)
		if s.Name == "table" && (!s.Local || s.Addr != f.Section(".data.rel.ro").Addr+bias) {
			t.Errorf("%+v", s)
		}
	}
	if !slices.Contains(names, "table") || !slices.Contains(names, "odd") || !slices.Contains(names, "f") {
		t.Errorf("symbols %q", names)
	}
}

// TestMapImageOnTop: objects that are loaded, and images that are mapped, after an image are bound to it before the Resolver is asked, and it
// stays while they do.
func TestMapImageOnTop(t *testing.T) {
	ctx := context.Background()
	path := makeImage(t, imageSource)
	top := makeImage(t, ".globl top\ntop:\tmovq f@GOTPCREL(%rip), %rax\n\tmovq puts@GOTPCREL(%rip), %rax\n")
	r := newImageRig(t, nil)
	o, err := r.MapImage(ctx, openImage(t, path), rtdyld.MapConfig{})
	if err != nil {
		t.Fatal(err)
	}
	r.asked = nil
	above, err := r.MapImage(ctx, openImage(t, top), rtdyld.MapConfig{Elsewhere: true})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"puts"}; !slices.Equal(r.asked, want) {
		t.Errorf("the Resolver was asked for %q, not %q", r.asked, want)
	}
	r.asked = nil
	obj := loadAssembly(t, r.Linker, "\t.globl h\nh:\tcallq f\n\tcallq puts\n\tret\n")
	if err := r.Finalize(ctx, obj); err != nil {
		t.Fatal(err)
	}
	if want := []string{"puts"}; !slices.Equal(r.asked, want) {
		t.Errorf("the Resolver was asked for %q, not %q", r.asked, want)
	}
	var in *rtdyld.InUseError
	if err := r.Unload(ctx, o); !errors.As(err, &in) || !slices.Equal(in.Users, []string{above.Name(), obj.Name()}) {
		t.Fatalf("%v", err)
	}
	if err := r.Unload(ctx, obj); err != nil {
		t.Fatal(err)
	}
	if err := r.Unload(ctx, o); !errors.As(err, &in) || !slices.Equal(in.Users, []string{above.Name()}) {
		t.Fatalf("%v", err)
	}
	if err := r.Unload(ctx, o, above); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Lookup("f"); !errors.Is(err, rtdyld.ErrUndefined) || o.State() != rtdyld.Unloaded {
		t.Errorf("%v, %v", err, o.State())
	}
	obj = loadAssembly(t, r.Linker, "\t.globl h\nh:\tcallq f\n\tret\n")
	if err := r.Finalize(ctx, obj); !errors.Is(err, rtdyld.ErrUndefined) {
		t.Errorf("%v", err)
	}
}

// loadAssembly loads an object of assembly.
func loadAssembly(t *testing.T, l *rtdyld.Linker, source string) *rtdyld.Object {
	t.Helper()
	o := filepath.Join(t.TempDir(), "top.o")
	c := exec.Command("llvm-mc-14", "-triple=x86_64", "-filetype=obj", "-o", o)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() { in.Write([]byte(source)); in.Close() }()
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	img, err := objfile.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	objs, err := l.Load(context.Background(), img)
	if err != nil {
		t.Fatal(err)
	}
	return objs[0]
}

// TestMapImageErrors: what cannot be mapped is a typed error, and leaves nothing.
func TestMapImageErrors(t *testing.T) {
	path := makeImage(t, imageSource)
	wide := makeImage(t, "\t.globl f\nf:\tmovq nowhere@GOTPCREL(%rip), %rax\n\tret\n")
	if _, err := rtdyld.OpenImage(path, rtdyld.ImageConfig{}); !errors.Is(err, rtdyld.ErrNotImage) {
		t.Errorf("a library: %v", err)
	}
	object, err := os.ReadFile("../testdata/elf-amd64/pc32.o")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rtdyld.ReadImage(objfmt.NewBuffer("pc32.o", object), rtdyld.ImageConfig{}); !errors.Is(err, rtdyld.ErrNotImage) {
		t.Errorf("an object: %v", err)
	}
	for _, c := range []struct {
		name   string
		path   string
		change func(*imageRig, *rtdyld.Config)
		want   error
	}{
		{"no Images", path, func(_ *imageRig, cfg *rtdyld.Config) { cfg.Images = nil }, rtdyld.ErrUnsupported},
		{"no TLS", path, func(_ *imageRig, cfg *rtdyld.Config) { cfg.TLS = nil }, rtdyld.ErrTLS},
		{"TLS fails", path, func(r *imageRig, _ *rtdyld.Config) { r.tls.fail = errNoMemory }, errNoMemory},
		{"target", path, func(_ *imageRig, cfg *rtdyld.Config) { cfg.Triple = mustTriple("aarch64-linux-gnu") }, rtdyld.ErrTarget},
		{"undefined", wide, nil, rtdyld.ErrUndefined},
		{"Resolver", path, func(_ *imageRig, cfg *rtdyld.Config) { cfg.Resolver = failingResolver{} }, errNoMemory},
		{"Finalize", path, func(r *imageRig, _ *rtdyld.Config) { r.mapper.fail = errNoMemory }, errNoMemory},
		{"Initializer", path, func(_ *imageRig, cfg *rtdyld.Config) { cfg.Initializer = failingInitializer{} }, errNoMemory},
	} {
		r := newImageRig(t, c.change)
		if o, err := r.MapImage(context.Background(), openImage(t, c.path), rtdyld.MapConfig{}); o != nil || !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
		if s, err := r.Lookup("f"); err == nil {
			t.Errorf("%s: f is at %#x", c.name, s.Addr)
		}
	}
	r := newImageRig(t, nil)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.MapImage(context.Background(), openImage(t, path), rtdyld.MapConfig{}); !errors.Is(err, rtdyld.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}

type failingInitializer struct{}

func (failingInitializer) Init(context.Context, []*rtdyld.Object, []uint64) error { return errNoMemory }
func (failingInitializer) Fini(context.Context, []*rtdyld.Object, []uint64) error { return nil }

func mustTriple(s string) triple.Triple {
	t, err := triple.Parse(s)
	if err != nil {
		panic(err)
	}
	return t
}

// panicking is what goes wrong inside MapImage.
type panicking struct{}

func (*panicking) MapImage(context.Context, *rtdyld.ImageRequest) (rtdyld.Allocation, error) {
	panic("mapper")
}

// TestMapImagePanics: a callback of MapImage that fails or panics leaves nothing mapped, and the linker goes on.
func TestMapImagePanics(t *testing.T) {
	path := makeImage(t, imageSource)
	var bad panicking
	for name, change := range map[string]func(*imageRig, *rtdyld.Config){
		"mapper panics": func(_ *imageRig, cfg *rtdyld.Config) { cfg.Images = &bad },
		"resolver panics": func(_ *imageRig, cfg *rtdyld.Config) {
			cfg.Resolver = rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { panic("resolver") })
		},
		"unwinder panics": func(_ *imageRig, cfg *rtdyld.Config) { cfg.Unwinder = panickingUnwinder{} },
		"mapper fails":    func(_ *imageRig, cfg *rtdyld.Config) { cfg.Images = failingMapper{} },
	} {
		r := newImageRig(t, change)
		img := openImage(t, path)
		func() {
			defer func() {
				if v := recover(); (v == nil) != (name == "mapper fails") {
					t.Errorf("%s: recovered %v", name, v)
				}
			}()
			if _, err := r.MapImage(context.Background(), img, rtdyld.MapConfig{}); !errors.Is(err, errNoMemory) {
				t.Errorf("%s: %v", name, err)
			}
		}()
		if r.mapper.live != 0 || r.tls.live != 0 {
			t.Errorf("%s: %d images and %d blocks of thread-locals left", name, r.mapper.live, r.tls.live)
		}
		if _, err := r.Lookup("f"); !errors.Is(err, rtdyld.ErrUndefined) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type failingMapper struct{}

func (failingMapper) MapImage(context.Context, *rtdyld.ImageRequest) (rtdyld.Allocation, error) {
	return nil, errNoMemory
}

type panickingUnwinder struct{ failingUnwinder }

func (panickingUnwinder) Register(context.Context, []rtdyld.UnwindTable) error { panic("unwinder") }
