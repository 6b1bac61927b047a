package elfimage_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/flat"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// pieces is memory at addresses that a program of an emulator has.
type pieces struct {
	next uint64
	all  []rtdyld.Block
}

func (m *pieces) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	var a blocks
	for _, q := range reqs {
		a = append(a, rtdyld.Block{Mem: make([]byte, q.Size), Addr: m.next})
		m.next = (m.next + q.Size + 0xffff) &^ 0xffff
	}
	m.all = append(m.all, a...)
	return a, nil
}

// emulated are processors that code runs on in an emulator which a debugger drives.
var emulated = []struct {
	name, command, emulator string
	kind                    flat.Kind
	flags                   uint32
	arch                    string // as the debugger calls it
	sp, ra, arg, entry      string // registers by the debugger's names; entry has a function's address when it is called
}{
	{"riscv64", "clang-19 --target=riscv64-linux-gnu -mrelax", "qemu-riscv64", flat.Kind{Machine: 243, Is64: true}, 5, "riscv:rv64", "sp", "ra", "a0", ""},
	{"riscv64-gcc", "riscv64-linux-gnu-gcc", "qemu-riscv64", flat.Kind{Machine: 243, Is64: true}, 5, "riscv:rv64", "sp", "ra", "a0", ""},
	{"riscv32", "clang-19 --target=riscv32-linux-gnu", "qemu-riscv32", flat.Kind{Machine: 243}, 5, "riscv:rv32", "sp", "ra", "a0", ""},
	{"ppc64le", "clang-19 --target=powerpc64le-linux-gnu", "qemu-ppc64le", flat.Kind{Machine: 21, Is64: true}, 2, "powerpc:common64", "r1", "lr", "r3", "r12"},
	{"ppc64le-gcc", "powerpc64le-linux-gnu-gcc", "qemu-ppc64le", flat.Kind{Machine: 21, Is64: true}, 2, "powerpc:common64", "r1", "lr", "r3", "r12"},
	{"s390x", "clang-19 --target=s390x-linux-gnu", "qemu-s390x", flat.Kind{Machine: 22, Is64: true, Big: true}, 0, "s390:64-bit", "r15", "r14", "r2", ""},
	{"s390x-gcc", "s390x-linux-gnu-gcc", "qemu-s390x", flat.Kind{Machine: 22, Is64: true, Big: true}, 0, "s390:64-bit", "r15", "r14", "r2", ""},
	{"mips", "clang-19 --target=mips-linux-gnu -fPIC", "qemu-mips", flat.Kind{Machine: 8, Big: true}, 0x70001007, "mips:isa32r2", "sp", "ra", "a0", "t9"},
	{"mips64el-gcc", "mips64el-linux-gnuabi64-gcc -fPIC", "qemu-mips64el", flat.Kind{Machine: 8, Is64: true}, 0x80000007, "mips:isa64r2", "sp", "ra", "a0", "t9"},
}

// TestDebugger: a debugger that has nothing but the image stops in a function by its name, shows line, arguments,
// locals and callers, and comes back to a caller, in an emulator of the processor.
func TestDebugger(t *testing.T) {
	const top, back = 0x30100000, 0x30000000
	for _, e := range emulated {
		t.Run(e.name, func(t *testing.T) {
			if citest.Sample() && strings.HasSuffix(e.name, "-gcc") {
				t.Skip("one compiler is enough")
			}
			t.Parallel()
			command := strings.Fields(e.command)
			citest.Need(t, "gdb-multiarch", e.emulator, command[0])
			dir, err := os.MkdirTemp("", "d") // a socket's path is short
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(dir)
			var imgs []*objfmt.ObjectImage
			for _, name := range []string{"inner", "outer"} {
				o := filepath.Join(dir, name+".o")
				args := append(command[1:], "-g", "-O0", "-DNAME(f)=f", "-c", name+".c", "-o", o)
				cmd := exec.Command(command[0], args...)
				cmd.Dir = "../gdbjit/testdata"
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				imgs = append(imgs, open(t, o))
			}
			m := &pieces{next: 0x10000000}
			l, err := rtdyld.New(rtdyld.Config{Memory: m, Resolver: rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{}, false })})
			if err != nil {
				t.Fatal(err)
			}
			objs, err := l.Load(t.Context(), imgs...)
			if err == nil {
				err = l.Finalize(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
			img, _ := image(t, objs...)
			symbols, program, sock := filepath.Join(dir, "image"), filepath.Join(dir, "program"), filepath.Join(dir, "s")
			if err := os.WriteFile(symbols, img, 0o666); err != nil {
				t.Fatal(err)
			}
			outer, err := l.Lookup("outer")
			if err != nil {
				t.Fatal(err)
			}
			p := flat.Program{Kind: e.kind, Flags: e.flags, Entry: outer.Addr, Segments: []flat.Segment{{Addr: back, Size: top + 0x1000 - back}}}
			for _, b := range m.all {
				p.Segments = append(p.Segments, flat.Segment{Addr: b.Addr, Size: uint64(len(b.Mem)), Data: b.Mem})
			}
			if err := p.Write(program); err != nil {
				t.Fatal(err)
			}
			set := fmt.Sprintf("set $%s = %#x\nset $%s = %#x\nset $%s = 3\n", e.sp, top, e.ra, back, e.arg)
			if e.entry != "" {
				set += fmt.Sprintf("set $%s = %#x\n", e.entry, outer.Addr)
			}
			text := debug(t, e.emulator, program, sock, fmt.Sprintf(`set width 0
set debuginfod enabled off
set architecture %s
set endian %s
symbol-file %s
target remote %s
%sbreak inner
continue
advance 7
echo @locals\n
info locals
print *p
print table
echo @callers\n
bt 2
up
info locals
echo @symbol\n
info symbol outer
info line outer
delete
finish
kill
`, e.arch, map[bool]string{false: "little", true: "big"}[e.kind.Big], symbols, sock, set))
			for _, want := range []string{
				`Breakpoint 1, inner \(x=21, p=0x[0-9a-f]+\) at inner\.c:[56]`, `(?s)@locals\ny = 42\n\$1 = \{x = 44, y = 7\}\n\$2 = \{1, 2, 3, 4\}`,
				`(?s)@callers\n#0  inner \(x=21, p=0x[0-9a-f]+\) at inner\.c:7\n#1  .* in outer \(.*n=3\) at outer\.c:8`, `sum = 0\np = \{x = 44, y = 7\}|p = \{x = 44, y = 7\}\nsum = 0`,
				`outer in section \.text`, `Line 4 of "outer\.c" starts at address `, `Value returned is .* = 162`,
			} {
				if !regexp.MustCompile(want).MatchString(text) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
		})
	}
}

// debug has a debugger drive an emulator.
func debug(t *testing.T, emulator, program, sock, script string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	emu := exec.CommandContext(ctx, emulator, "-g", sock, program)
	if err := emu.Start(); err != nil {
		t.Fatal(err)
	}
	defer emu.Wait()
	defer emu.Process.Kill()
	for {
		if _, err := os.Stat(sock); err == nil {
			break
		} else if ctx.Err() != nil {
			t.Fatal("the emulator does not listen")
		}
		time.Sleep(5 * time.Millisecond)
	}
	file := sock + ".gdb"
	if err := os.WriteFile(file, []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, "gdb-multiarch", "-nx", "-batch", "-x", file)
	cmd.Env = append(os.Environ(), "LC_ALL=C", "HOME="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("gdb-multiarch: %v", err)
	}
	return string(out)
}
