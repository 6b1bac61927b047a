package unwind

import (
	"encoding/binary"
	"errors"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// fuzzTargets are what a first byte stands for.
var fuzzTargets = []struct {
	arch   triple.Arch
	format triple.Format
	is64   bool
	big    bool
}{
	{triple.X86_64, triple.ELF, true, false}, {triple.X86_64, triple.COFF, false, false}, {triple.X86_64, triple.MachO, true, false},
	{triple.X86, triple.ELF, false, false}, {triple.X86, triple.MachO, false, false}, {triple.AArch64, triple.ELF, true, false},
	{triple.AArch64BE, triple.ELF, true, true}, {triple.AArch64, triple.COFF, false, false}, {triple.AArch64, triple.MachO, true, false},
	{triple.AArch64_32, triple.MachO, false, false}, {triple.ARM, triple.ELF, false, false}, {triple.ARM, triple.MachO, false, false},
	{triple.Thumb, triple.COFF, false, false}, {triple.RISCV64, triple.ELF, true, false}, {triple.PPC64LE, triple.ELF, true, false},
	{triple.PPC64, triple.ELF, true, true}, {triple.SystemZ, triple.ELF, true, true}, {triple.LoongArch64, triple.ELF, true, false}, {triple.LoongArch32, triple.ELF, false, false},
	{triple.MIPS, triple.ELF, false, true}, {triple.MIPS64EL, triple.ELF, false, false}, {triple.SPARCV9, triple.ELF, true, true},
}

const fuzzBase = 0x10000

// fuzzReader makes sections of data: after the number of a target each has a byte that
// says what it is, two for its size, and contents. They lie one behind the other.
func fuzzReader(t testing.TB, data []byte) *reader {
	if len(data) == 0 {
		return nil
	}
	target := fuzzTargets[int(data[0])%len(fuzzTargets)]
	r, err := newReader("o", triple.ForObject(target.arch, target.format), target.is64, target.big)
	if err != nil {
		t.Fatal(err)
	}
	r.image = fuzzBase
	at := uint64(fuzzBase)
	for data = data[1:]; len(data) > 3; {
		n := min(int(binary.LittleEndian.Uint16(data[1:])), len(data)-3)
		p := part{name: "s", addr: at, mem: data[3 : 3+n : 3+n]}
		switch data[0] % 7 {
		case 0:
			p.code = true
		case 1:
			p.role = objfmt.RoleEHFrame
		case 2:
			p.role = objfmt.RolePData
		case 3:
			p.role = objfmt.RoleCompactUnwind
		case 4:
			p.role = objfmt.RoleExidx
		case 5:
			p.code, p.made = true, true
		}
		if n > 0 {
			r.parts = append(r.parts, p)
		}
		data = data[3+n:]
		at += uint64(n)
		at = (at + 3) &^ 3
	}
	r.ownBlocks(nil)
	return r
}

// appendPart appends a section in the form that fuzzReader takes.
func appendPart(dst []byte, kind byte, contents []byte) []byte {
	dst = binary.LittleEndian.AppendUint16(append(dst, kind), uint16(len(contents)))
	return append(dst, contents...)
}

// FuzzRead: whatever the tables hold, nothing panics, and what is made of them is small.
// What is made can be stepped by, and reading AppendEHFrame gives the same table.
func FuzzRead(f *testing.F) {
	for i := range fuzzTargets {
		code := []byte{0x55, 0x48, 0x89, 0xe5, 0x53, 0x48, 0x83, 0xec, 0x28, 0x90, 0x48, 0x83, 0xc4, 0x28, 0x5b, 0x5d, 0xc3, 0x90, 0x90, 0x90}
		eh := []byte{20, 0, 0, 0, 0, 0, 0, 0, 1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90, 1, 0, 0,
			20, 0, 0, 0, 28, 0, 0, 0, 0xcc, 0xff, 0xff, 0xff, 20, 0, 0, 0, 0, 0x41, 0x0e, 16, 0x0a, 0x86, 2, 0x0b}
		pdata := []byte{0, 0, 0, 0, 20, 0, 0, 0, 32, 0, 0, 0}
		xdata := []byte{1, 9, 4, 0, 9, 0x42, 5, 0x30, 1, 0x50, 0, 0, 0, 0, 0, 0}
		compact := []byte{0, 0, 1, 0, 0, 0, 0, 0, 20, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
		exidx := []byte{0xec, 0xff, 0xff, 0x7f, 0xb0, 0xab, 0x01, 0x80}
		if i >= 13 { // processors of many registers
			eh[14] = 65
		}
		restoring := []byte{0xf0, 0xff, 0xc1, 0xeb, 0x10, 0, 1, 0xe8, 0xf8, 0xff, 0xe1, 0xeb, 0x20, 0, 0x80, 0x4e, 0, 0, 0, 0x60}
		f.Add(appendPart(appendPart(appendPart([]byte{byte(i)}, 0, code), 5, restoring), 1, eh))
		f.Add(appendPart(appendPart([]byte{byte(i)}, 0, code), 1, eh))
		f.Add(appendPart(appendPart(appendPart([]byte{byte(i)}, 0, code), 2, pdata), 6, xdata))
		f.Add(appendPart(appendPart([]byte{byte(i)}, 0, code), 3, compact))
		f.Add(appendPart(appendPart([]byte{byte(i)}, 0, code), 4, exidx))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := fuzzReader(t, data)
		if r == nil {
			return
		}
		table, err := r.table()
		if err != nil && !errors.Is(err, ErrRecord) {
			t.Fatal(err)
		}
		if most := 1<<17 + 40*len(data); len(table.prog) > most || len(table.entries)*40 > most {
			t.Fatalf("%d bytes make %d of programs and %d entries", len(data), len(table.prog), len(table.entries))
		}
		if !table.Sorted() {
			t.Fatal("ranges overlap")
		}
		fuzzStep(t, table, data)
		fuzzAgain(t, table)
	})
}

// fuzzStep goes up from some places of each range.
func fuzzStep(t *testing.T, table *Table, data []byte) {
	read := func(addr uint64, dst []byte) error {
		if len(data) < 8 || addr&0xf00 == 0xf00 {
			return errors.New("nothing there")
		}
		copy(dst, data[addr%uint64(len(data)-7):])
		return nil
	}
	if len(table.entries) > 50 {
		table = table.Range(0, table.entries[50].start)
	}
	for start, end := range table.All() {
		for _, pc := range []uint64{start, start + 4, (start + end) / 2, end - 1} {
			rs := Regs{Arch: table.arch}
			for n := range maxRegs {
				if n%5 != 4 {
					rs.Set(n, fuzzBase+uint64(n)*8)
				}
			}
			rs.SetSP(fuzzBase)
			rs.SetPC(pc)
			err := table.Step(&rs, read)
			if err != nil && !errors.Is(err, ErrRead) && !errors.Is(err, ErrRule) && !errors.Is(err, ErrNoRule) && err != ErrOutermost {
				t.Fatalf("%#x: %v", pc, err)
			}
			if errors.Is(err, ErrNoRule) && pc >= start && pc < end && table.m.code == 0 {
				t.Fatalf("%#x is not in its range", pc)
			}
		}
	}
}

// fuzzAgain writes the table and reads that.
func fuzzAgain(t *testing.T, table *Table) {
	const at = fuzzBase + 0x1000000
	eh := table.AppendEHFrame(nil, at)
	table.AppendDebugFrame(nil)
	table.AppendEHFrameHdr(nil, at+0x100000, at)
	r := &reader{object: "o", format: triple.ELF, t: &Table{arch: table.arch, m: table.m, addr: table.addr, big: table.big}}
	r.parts = []part{{name: "eh", addr: at, mem: eh, role: objfmt.RoleEHFrame}}
	if n := len(table.entries); n > 0 {
		lo, hi := table.entries[0].start, table.entries[n-1].end
		r.parts = append(r.parts, part{name: "code", addr: lo, mem: make([]byte, hi-lo), code: true})
	}
	again, err := r.table()
	if err != nil {
		t.Fatal(err)
	}
	if len(again.entries) != len(table.entries) {
		t.Fatalf("%d entries, read again %d", len(table.entries), len(again.entries))
	}
	for i, e := range table.entries {
		if a := again.entries[i]; a.start != e.start || a.end != e.end || table.Row(e.end-1) != again.Row(e.end-1) || table.Row(e.start) != again.Row(e.start) {
			t.Fatalf("%#x to %#x %s: read again %#x to %#x %s", e.start, e.end, table.Row(e.start), a.start, a.end, again.Row(a.start))
		}
	}
}
