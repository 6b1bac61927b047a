package unwind_test

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/flat"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
	"github.com/go-rtdyld/rtdyld/triple"
)

// A cpu is what it takes to run code of a processor an instruction at a time: an
// emulator that a debugger can drive.
type cpu struct {
	emulator string
	arch     triple.Arch
	kind     flat.Kind
	flags    uint32      // e_flags
	size     int         // bytes of a register
	at       map[int]int // offsets in the 'g' packet by DWARF numbers
	singly   map[int]int // DWARF numbers of those that are not there, by their numbers for packets
	pc, sp   int         // DWARF numbers
	ra       int         // the return address, -1: on the stack
	arg      int         // the first argument, -1: on the stack
	entry    int         // what a function's address is in when it is called, -1: nothing
	delay    uint64      // bytes behind the return address where a caller goes on
	saved    []int       // what any function preserves
}

var cpus = map[string]cpu{
	"amd64": {emulator: "qemu-x86_64", arch: triple.X86_64, kind: flat.Kind{Machine: 62, Is64: true}, size: 8,
		at: inOrder(8, 0, 3, 2, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
		pc: 16, sp: 7, ra: -1, arg: 5, entry: -1, saved: []int{3, 6, 12, 13, 14, 15}},
	"386": {emulator: "qemu-i386", arch: triple.X86, kind: flat.Kind{Machine: 3}, size: 4, at: inOrder(4, upTo(0, 8)...),
		pc: 8, sp: 4, ra: -1, arg: -1, entry: -1, saved: []int{3, 5, 6, 7}},
	"arm64": {emulator: "qemu-aarch64", arch: triple.AArch64, kind: flat.Kind{Machine: 183, Is64: true}, size: 8, at: inOrder(8, upTo(0, 32)...),
		pc: 32, sp: 31, ra: 30, arg: 0, entry: -1, saved: upTo(19, 29)},
	"arm": {emulator: "qemu-arm", arch: triple.ARM, kind: flat.Kind{Machine: 40}, flags: 0x05000400, size: 4, at: inOrder(4, upTo(0, 15)...),
		pc: 15, sp: 13, ra: 14, arg: 0, entry: -1, saved: upTo(4, 11)},
	"riscv64": {emulator: "qemu-riscv64", arch: triple.RISCV64, kind: flat.Kind{Machine: 243, Is64: true}, flags: 5, size: 8, at: inOrder(8, append(upTo(0, 31), 64)...),
		pc: 64, sp: 2, ra: 1, arg: 10, entry: -1, saved: append(upTo(18, 27), 8, 9)},
	"riscv32": {emulator: "qemu-riscv32", arch: triple.RISCV32, kind: flat.Kind{Machine: 243}, flags: 5, size: 4, at: inOrder(4, append(upTo(0, 31), 64)...),
		pc: 64, sp: 2, ra: 1, arg: 10, entry: -1, saved: append(upTo(18, 27), 8, 9)},
	"ppc64le": {emulator: "qemu-ppc64le", arch: triple.PPC64LE, kind: flat.Kind{Machine: 21, Is64: true}, flags: 2, size: 8, at: ppcRegisters,
		pc: 67, sp: 1, ra: 65, arg: 3, entry: 12, saved: upTo(14, 31)},
	"ppc64": {emulator: "qemu-ppc64", arch: triple.PPC64, kind: flat.Kind{Machine: 21, Is64: true, Big: true}, flags: 2, size: 8, at: ppcRegisters,
		pc: 67, sp: 1, ra: 65, arg: 3, entry: 12, saved: upTo(14, 31)},
	"s390x": {emulator: "qemu-s390x", arch: triple.SystemZ, kind: flat.Kind{Machine: 22, Is64: true, Big: true}, size: 8, at: inOrder(8, append([]int{-1, 65}, upTo(0, 15)...)...),
		singly: map[int]int{35: 16, 36: 20, 37: 17, 38: 21, 39: 18, 40: 22, 41: 19, 42: 23, 43: 24, 44: 28, 45: 25, 46: 29, 47: 26, 48: 30, 49: 27, 50: 31},
		pc:     65, sp: 15, ra: 14, arg: 2, entry: -1, saved: upTo(6, 13)},
	"loong64": {emulator: "qemu-loongarch64", arch: triple.LoongArch64, kind: flat.Kind{Machine: 258, Is64: true}, flags: 0x43, size: 8, at: inOrder(8, append(upTo(0, 31), -1, 64)...),
		pc: 64, sp: 3, ra: 1, arg: 4, entry: -1, saved: upTo(22, 31)},
	// Nothing emulates processors of 32 bits: those of 64 do the same where addresses are below 2 GiB.
	"loong32": {emulator: "qemu-loongarch64", arch: triple.LoongArch32, kind: flat.Kind{Machine: 258, Is64: true}, flags: 0x43, size: 8, at: inOrder(8, append(upTo(0, 31), -1, 64)...),
		pc: 64, sp: 3, ra: 1, arg: 4, entry: -1, saved: upTo(22, 31)},
	"mips": {emulator: "qemu-mips", arch: triple.MIPS, kind: flat.Kind{Machine: 8, Big: true}, flags: 0x70001007, size: 4, at: inOrder(4, mipsRegisters...),
		pc: 66, sp: 29, ra: 31, arg: 4, entry: 25, saved: append(upTo(16, 23), 30)},
	"mipsel": {emulator: "qemu-mipsel", arch: triple.MIPSEL, kind: flat.Kind{Machine: 8}, flags: 0x70001007, size: 4, at: inOrder(4, mipsRegisters...),
		pc: 66, sp: 29, ra: 31, arg: 4, entry: 25, saved: append(upTo(16, 23), 30)},
	"mips64el": {emulator: "qemu-mips64el", arch: triple.MIPS64EL, kind: flat.Kind{Machine: 8, Is64: true}, flags: 0x80000007, size: 8, at: inOrder(8, mipsRegisters...),
		pc: 66, sp: 29, ra: 31, arg: 4, entry: 25, saved: append(upTo(16, 23), 28, 30)},
	"mipsn32": {emulator: "qemu-mipsn32", arch: triple.MIPS64, kind: flat.Kind{Machine: 8, Big: true}, flags: 0x80000027, size: 8, at: inOrder(8, mipsRegisters...),
		pc: 66, sp: 29, ra: 31, arg: 4, entry: 25, saved: append(upTo(16, 23), 28, 30)},
	"sparc64": {emulator: "qemu-sparc64", arch: triple.SPARCV9, kind: flat.Kind{Machine: 43, Is64: true, Big: true}, size: 8, at: sparcRegisters,
		pc: 68, sp: 14, ra: 15, arg: 8, entry: -1, delay: 8, saved: upTo(16, 31)},
}

// mipsRegisters: behind those of general purpose are five, then the program counter.
var mipsRegisters = append(upTo(0, 31), -1, -1, -1, -1, -1, 66)

// ppcRegisters: behind those of general purpose are the program counter, MSR, the word CR, LR.
var ppcRegisters = func() map[int]int {
	at := inOrder(8, upTo(0, 31)...)
	at[67], at[65] = 256, 276
	return at
}()

// sparcRegisters: between those of general purpose and the program counter are those of floating point, in 256 bytes.
var sparcRegisters = func() map[int]int {
	at := inOrder(8, upTo(0, 31)...)
	at[68] = 512
	return at
}()

// inOrder are offsets of registers that lie one behind the other; -1 is one that is of no account.
func inOrder(size int, regs ...int) map[int]int {
	at := map[int]int{}
	for i, n := range regs {
		if n >= 0 {
			at[n] = i * size
		}
	}
	return at
}

func upTo(from, to int) []int {
	var l []int
	for n := from; n <= to; n++ {
		l = append(l, n)
	}
	return l
}

const (
	stackTop  = 0x30000000
	stackSize = 1 << 20
	comeBack  = 0x2ffe0000 // where the first function returns to
	windowTop = stackTop - 256
)

// writeProgram writes an ELF program of linked memory: all of it readable, writable and
// executable, since it only ever runs in an emulator.
func (c *cpu) writeProgram(t testing.TB, m *memory, entry uint64) string {
	t.Helper()
	p := flat.Program{Kind: c.kind, Flags: c.flags, Entry: entry, Segments: []flat.Segment{{Addr: stackTop - stackSize, Size: stackSize}}}
	for _, b := range m.blocks {
		p.Segments = append(p.Segments, flat.Segment{Addr: b.Addr, Size: uint64(len(b.Mem)), Data: b.Mem})
	}
	path := filepath.Join(t.TempDir(), "program")
	if err := p.Write(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// remote is a program that is stepped: the client of GDB's remote serial protocol.
type remote struct {
	t    testing.TB
	conn net.Conn
	in   *bufio.Reader
	cpu  *cpu

	stack []byte // a copy of memory from stackAt on
	at    uint64
}

// start runs a program up to its first instruction.
func (c *cpu) start(t testing.TB, program string) *remote {
	t.Helper()
	citest.Need(t, c.emulator)
	dir, err := os.MkdirTemp("", "q") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	sock := filepath.Join(dir, "s")
	cmd := exec.Command(c.emulator, "-g", sock, program)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { cmd.Wait(); close(ended) }()
	r := &remote{t: t, cpu: c}
	t.Cleanup(func() {
		cmd.Process.Kill()
		<-ended
		os.RemoveAll(dir)
		if r.conn != nil {
			r.conn.Close()
		}
	})
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if r.conn, err = net.Dial("unix", sock); err == nil {
			break
		}
		select {
		case <-ended:
			t.Fatalf("%s has ended", c.emulator)
		default:
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
	r.in = bufio.NewReader(r.conn)
	r.ask("qSupported")
	r.ask("qXfer:features:read:target.xml:0,fff") // else registers cannot be read one by one
	return r
}

// ask sends a packet and returns the answer.
func (r *remote) ask(format string, args ...any) string {
	r.t.Helper()
	p := fmt.Sprintf(format, args...)
	sum := byte(0)
	for _, b := range []byte(p) {
		sum += b
	}
	if _, err := fmt.Fprintf(r.conn, "$%s#%02x", p, sum); err != nil {
		r.t.Fatal(err)
	}
	if _, err := r.in.ReadString('$'); err != nil {
		r.t.Fatalf("%s: %v", p, err)
	}
	answer, err := r.in.ReadString('#')
	if err != nil {
		r.t.Fatal(err)
	}
	if _, err := r.in.Discard(2); err != nil {
		r.t.Fatal(err)
	}
	io.WriteString(r.conn, "+")
	return strings.TrimSuffix(answer, "#")
}

// all are the registers as the 'g' packet has them.
func (r *remote) all() []byte {
	r.t.Helper()
	b, err := hex.DecodeString(r.ask("g"))
	if err != nil {
		r.t.Fatal(err)
	}
	return b
}

// set changes registers, by DWARF numbers.
func (r *remote) set(values map[int]uint64) {
	r.t.Helper()
	b := r.all()
	for n, v := range values {
		at := r.cpu.at[n]
		r.put(b[at:], v)
		if r.cpu.kind.Machine == 258 { // whose emulator forgets in 'G' that there is one that cannot be written
			if a := r.ask("P%x=%x", at/r.cpu.size, b[at:at+r.cpu.size]); a != "OK" {
				r.t.Fatalf("set register %d: %q", n, a)
			}
		}
	}
	if r.cpu.kind.Machine == 258 {
		return
	}
	if a := r.ask("G%x", b); a != "OK" {
		r.t.Fatalf("set registers: %q", a)
	}
}

// put writes a register's value.
func (r *remote) put(b []byte, v uint64) {
	if r.cpu.size == 8 {
		r.cpu.kind.Order().PutUint64(b, v)
	} else {
		r.cpu.kind.Order().PutUint32(b, uint32(v))
	}
}

func (r *remote) value(b []byte) uint64 {
	if r.cpu.size == 8 {
		return r.cpu.kind.Order().Uint64(b)
	}
	return uint64(r.cpu.kind.Order().Uint32(b))
}

// regs are the registers.
func (r *remote) regs() unwind.Regs {
	r.t.Helper()
	b := r.all()
	rs := unwind.Regs{Arch: r.cpu.arch}
	for n, at := range r.cpu.at {
		if !rs.Set(n, r.value(b[at:])) {
			r.t.Fatalf("no register %d", n)
		}
	}
	for k, n := range r.cpu.singly {
		b, err := hex.DecodeString(r.ask("p%x", k))
		if err != nil || !rs.Set(n, r.value(b)) {
			r.t.Fatalf("register %d: %v", n, err)
		}
	}
	return rs
}

// fetch reads memory.
func (r *remote) fetch(addr uint64, n int) []byte {
	r.t.Helper()
	b, err := hex.DecodeString(r.ask("m%x,%x", addr, n))
	if err != nil || len(b) != n {
		return nil
	}
	return b
}

// read is for [unwind.Table.Step].
func (r *remote) read(addr uint64, dst []byte) error {
	if off := addr - r.at; off < uint64(len(r.stack)) && off+uint64(len(dst)) <= uint64(len(r.stack)) {
		copy(dst, r.stack[off:])
		return nil
	}
	b := r.fetch(addr, len(dst))
	if b == nil {
		return fmt.Errorf("no memory at %#x", addr)
	}
	copy(dst, b)
	return nil
}

// step runs one instruction.
func (r *remote) step() {
	r.t.Helper()
	if a := r.ask("s"); !strings.HasPrefix(a, "T05") && !strings.HasPrefix(a, "S05") {
		r.t.Fatalf("the program stopped with %q", a)
	}
}

// walk runs a function to its end and, at each instruction that when says, goes up from
// there by the tables: it must come to the first caller with the stack pointer and the
// registers that it had. It returns how many instructions ran, and at how many
// of them it went up.
func (c *cpu) walk(t *testing.T, m *memory, step func(*unwind.Regs, func(uint64, []byte) error) error, entry uint64, saved []int, arg int, when func(pc uint64) bool) (ran, looked int) {
	t.Helper()
	r := c.start(t, c.writeProgram(t, m, entry))
	sp := uint64(windowTop)
	want := unwind.Regs{Arch: c.arch}
	values := map[int]uint64{}
	for _, n := range saved {
		v := uint64(0x5a5a0000 + n*0x111)
		values[n] = v
		want.Set(n, v)
	}
	if c.kind.Machine == 43 {
		sp -= 2047
	}
	want.SetSP(sp)
	if c.ra < 0 {
		sp -= uint64(c.size)
		var b [16]byte
		r.put(b[:], comeBack)
		if c.size == 4 {
			r.put(b[4:], 3)
		}
		if a := r.ask("M%x,%x:%x", sp, 2*c.size, b[:2*c.size]); a != "OK" {
			t.Fatalf("write memory: %q", a)
		}
	} else {
		values[c.ra] = comeBack - c.delay
	}
	values[c.sp] = sp
	if arg >= 0 {
		values[arg] = 3
	}
	if c.entry >= 0 {
		values[c.entry] = entry
	}
	r.set(values)
	bad := 0
	for ; ran < 20000; ran++ {
		rs := r.regs()
		if rs.PC() == comeBack {
			return ran, looked
		}
		if when == nil || when(rs.PC()) {
			looked++
			r.at, r.stack = rs.SP(), r.fetch(rs.SP(), int(min(windowTop+64-rs.SP(), 1000)))
			if msg := goUp(rs, step, r.read, &want); msg != "" {
				t.Errorf("instruction %d at %#x: %s", ran, rs.PC(), msg)
				if bad++; bad > 10 {
					t.FailNow()
				}
			}
		}
		r.step()
	}
	t.Fatal("the program does not end")
	return
}

// goUp unwinds a stack to its end and says what is wrong there.
func goUp(rs unwind.Regs, step func(*unwind.Regs, func(uint64, []byte) error) error, read func(uint64, []byte) error, want *unwind.Regs) string {
	var way []string
	for range 40 {
		if rs.PC() == comeBack {
			break
		}
		way = append(way, strconv.FormatUint(rs.PC(), 16))
		if err := step(&rs, read); err != nil {
			return fmt.Sprintf("after %v: %v", way, err)
		}
	}
	if rs.PC() != comeBack {
		return fmt.Sprintf("goes to %v", way)
	}
	for n := range 100 {
		w, ok := want.Get(n)
		if v, known := rs.Get(n); ok && (!known || v != w) {
			return fmt.Sprintf("by %v register %d is %#x (known %v), want %#x", way, n, v, known, w)
		}
	}
	return ""
}

// symbols are the addresses of an object's names.
func symbols(o *rtdyld.Object) map[string]uint64 {
	names := map[string]uint64{}
	for _, s := range o.Symbols() {
		names[strings.TrimPrefix(s.Name, "_")] = s.Addr
	}
	return names
}
