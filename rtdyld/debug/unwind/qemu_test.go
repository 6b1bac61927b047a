package unwind_test

import (
	"bufio"
	"encoding/binary"
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
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
	"github.com/go-rtdyld/rtdyld/triple"
)

// A cpu is what it takes to run code of a processor an instruction at a time: an
// emulator that a debugger can drive.
type cpu struct {
	emulator string
	arch     triple.Arch
	machine  uint16 // e_machine
	size     int    // bytes of a register
	order    []int  // DWARF numbers in the order of the 'g' packet; the program counter last
	sp, ra   int    // numbers for packets; ra -1: the return address is on the stack
	arg      int    // number for packets of the first argument, -1: on the stack
	saved    []int  // DWARF numbers of what any function preserves
}

var cpus = map[string]cpu{
	"amd64": {"qemu-x86_64", triple.X86_64, 62, 8, []int{0, 3, 2, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, 7, -1, 5, []int{3, 6, 12, 13, 14, 15}},
	"386":   {"qemu-i386", triple.X86, 3, 4, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}, 4, -1, -1, []int{3, 5, 6, 7}},
	"arm64": {"qemu-aarch64", triple.AArch64, 183, 8, upTo(33), 31, 30, 0, []int{19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29}},
	"arm":   {"qemu-arm", triple.ARM, 40, 4, upTo(16), 13, 14, 0, []int{4, 5, 6, 7, 8, 9, 10, 11}},
}

func upTo(n int) []int {
	l := make([]int, n)
	for i := range l {
		l[i] = i
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
	type segment struct {
		addr, size uint64
		data       []byte
	}
	segs := []segment{{stackTop - stackSize, stackSize, nil}}
	for _, b := range m.blocks {
		segs = append(segs, segment{b.Addr, uint64(len(b.Mem)), b.Mem})
	}
	le := binary.LittleEndian
	var w []byte
	word := func(v uint64) {
		if c.size == 8 {
			w = le.AppendUint64(w, v)
		} else {
			w = le.AppendUint32(w, uint32(v))
		}
	}
	w = append(w, 0x7f, 'E', 'L', 'F', byte(c.size/4), 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	w = le.AppendUint16(w, 2)
	w = le.AppendUint16(w, c.machine)
	w = le.AppendUint32(w, 1)
	head, ph := 52, 32
	if c.size == 8 {
		head, ph = 64, 56
	}
	word(entry)
	word(uint64(head))
	word(0)
	flags := uint32(0)
	if c.machine == 40 {
		flags = 0x05000400
	}
	w = le.AppendUint32(w, flags)
	for _, v := range []int{head, ph, len(segs), 0, 0, 0} {
		w = le.AppendUint16(w, uint16(v))
	}
	off := uint64(0x1000)
	for _, s := range segs {
		w = le.AppendUint32(w, 1)
		if c.size == 8 {
			w = le.AppendUint32(w, 7)
		}
		word(off)
		word(s.addr)
		word(s.addr)
		word(uint64(len(s.data)))
		word(s.size)
		if c.size == 4 {
			w = le.AppendUint32(w, 7)
		}
		word(0x1000)
		off += (uint64(len(s.data)) + 0xfff) &^ 0xfff
	}
	for _, s := range segs {
		w = append(w, make([]byte, -len(w)&0xfff)...)
		w = append(w, s.data...)
	}
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, w, 0o777); err != nil {
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
	r.ask("qXfer:features:read:target.xml:0,fff") // else registers cannot be set one by one
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

func (r *remote) set(n int, v uint64) {
	r.t.Helper()
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	if a := r.ask("P%x=%x", n, b[:r.cpu.size]); a != "OK" {
		r.t.Fatalf("set register %d: %q", n, a)
	}
}

// regs are the registers.
func (r *remote) regs() unwind.Regs {
	r.t.Helper()
	b, err := hex.DecodeString(r.ask("g"))
	if err != nil {
		r.t.Fatal(err)
	}
	rs := unwind.Regs{Arch: r.cpu.arch}
	for i, n := range r.cpu.order {
		var v [8]byte
		copy(v[:], b[i*r.cpu.size:][:r.cpu.size])
		rs.Set(n, binary.LittleEndian.Uint64(v[:]))
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
	place := map[int]int{} // number for packets by DWARF number
	for i, n := range c.order {
		place[n] = i
	}
	for _, n := range saved {
		v := uint64(0x5a5a0000 + n*0x111)
		r.set(place[n], v)
		want.Set(n, v)
	}
	want.SetSP(sp)
	if c.ra < 0 {
		sp -= uint64(c.size)
		var b [16]byte
		binary.LittleEndian.PutUint64(b[:], comeBack)
		if c.size == 4 {
			binary.LittleEndian.PutUint64(b[4:], 3)
		}
		if a := r.ask("M%x,%x:%x", sp, 2*c.size, b[:2*c.size]); a != "OK" {
			t.Fatalf("write memory: %q", a)
		}
	} else {
		r.set(c.ra, comeBack)
	}
	r.set(place[map[triple.Arch]int{triple.X86_64: 7, triple.X86: 4, triple.AArch64: 31, triple.ARM: 13}[c.arch]], sp)
	if arg >= 0 {
		r.set(arg, 3)
	}
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
	for n := range 33 {
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
