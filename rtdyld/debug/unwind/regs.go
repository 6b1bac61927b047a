package unwind

import "github.com/go-rtdyld/rtdyld/triple"

// maxRegs is more than the number of any register that is kept.
const maxRegs = 33

// machine is what must be known of a processor.
type machine struct {
	archs []triple.Arch

	n      uint8  // registers 0 to n-1 are kept
	pc, sp uint8  // numbers of program counter and stack pointer
	fp     uint8  // frame pointer of the ABI
	ra     uint8  // column of the return address in what this package makes
	slot   int    // bytes that a saved register takes
	keep   uint64 // bit n: a function leaves register n as it was
	data   int64  // data alignment factor in what this package makes
	code   uint64 // bits of a program counter that are no address
}

// Sources: System V ABI AMD64 figure 3.36, System V ABI i386 table 2.14, DWARF for
// the Arm 64-bit Architecture section 4.1, DWARF for the Arm Architecture section 4.1. Of
// what callees preserve, Windows adds rsi and rdi on x86-64.
var machines = [...]machine{
	{archs: []triple.Arch{triple.X86_64}, n: 17, pc: 16, sp: 7, fp: 6, ra: 16, slot: 8, data: -8,
		keep: 1<<3 | 1<<6 | 0xf<<12},
	{archs: []triple.Arch{triple.X86}, n: 9, pc: 8, sp: 4, fp: 5, ra: 8, slot: 4, data: -4,
		keep: 1<<3 | 1<<5 | 1<<6 | 1<<7},
	{archs: []triple.Arch{triple.AArch64, triple.AArch64BE, triple.AArch64_32}, n: 33, pc: 32, sp: 31, fp: 29, ra: 30, slot: 8, data: -8,
		keep: 0x1fff << 18}, // x18 to x30
	{archs: []triple.Arch{triple.ARM, triple.ARMEB, triple.Thumb, triple.ThumbEB}, n: 16, pc: 15, sp: 13, fp: 11, ra: 14, slot: 4, data: -4,
		keep: 0xff<<4 | 1<<14, code: 1},
}

// machineOf is what is known of a processor, nil if nothing is.
func machineOf(a triple.Arch) *machine {
	for i := range machines {
		for _, b := range machines[i].archs {
			if a == b {
				return &machines[i]
			}
		}
	}
	return nil
}

// Regs are the registers of one frame by their DWARF numbers: those of general
// purpose, stack pointer and program counter. A register's value may be unknown. Arch
// must be set; all registers of a new Regs are unknown. A Regs is a value: copy it
// to keep a frame.
//
// Numbers are those of the processor's DWARF ABI. The program counter is 16 on x86-64 and
// 8 on i386 (the column of the return address), 32 on arm64, 15 on 32-bit ARM.
type Regs struct {
	// Arch is the processor. Of processors that differ in byte order alone, any will do.
	Arch triple.Arch
	// Caller says that the program counter is a return address, so that the frame is
	// inside the instruction before it. Step sets it; it is false in the frame that
	// runs and in one that a signal has interrupted.
	Caller bool

	known uint64 // bit n: val[n] is known
	val   [maxRegs]uint64
}

// Set gives register n a value. It reports false, and does nothing, if the processor has
// no such register of general purpose.
func (r *Regs) Set(n int, v uint64) bool {
	m := machineOf(r.Arch)
	if m == nil || n < 0 || n >= int(m.n) {
		return false
	}
	if m.slot == 4 {
		v = uint64(uint32(v))
	}
	r.val[n], r.known = v, r.known|1<<n
	return true
}

// Forget makes the value of register n unknown.
func (r *Regs) Forget(n int) {
	if n >= 0 && n < maxRegs {
		r.val[n], r.known = 0, r.known&^(1<<n)
	}
}

// Get returns the value of register n and whether it is known.
func (r *Regs) Get(n int) (uint64, bool) {
	if n < 0 || n >= maxRegs || r.known>>n&1 == 0 {
		return 0, false
	}
	return r.val[n], true
}

// PC is the program counter, 0 if it is unknown: where the frame goes on.
func (r *Regs) PC() uint64 { return r.special(func(m *machine) uint8 { return m.pc }) }

// SP is the stack pointer, 0 if it is unknown.
func (r *Regs) SP() uint64 { return r.special(func(m *machine) uint8 { return m.sp }) }

// FP is the register that is the frame pointer where there is one: rbp, ebp, x29, r11.
// It is 0 if it is unknown.
func (r *Regs) FP() uint64 { return r.special(func(m *machine) uint8 { return m.fp }) }

// SetPC sets the program counter. It reports false for an unknown processor.
func (r *Regs) SetPC(v uint64) bool { return r.setSpecial(func(m *machine) uint8 { return m.pc }, v) }

// SetSP sets the stack pointer. It reports false for an unknown processor.
func (r *Regs) SetSP(v uint64) bool { return r.setSpecial(func(m *machine) uint8 { return m.sp }, v) }

// SetFP sets the frame pointer, see FP. It reports false for an unknown processor.
func (r *Regs) SetFP(v uint64) bool { return r.setSpecial(func(m *machine) uint8 { return m.fp }, v) }

func (r *Regs) special(which func(*machine) uint8) uint64 {
	if m := machineOf(r.Arch); m != nil {
		return r.val[which(m)]
	}
	return 0
}

func (r *Regs) setSpecial(which func(*machine) uint8, v uint64) bool {
	m := machineOf(r.Arch)
	return m != nil && r.Set(int(which(m)), v)
}

// Lookup is the address by which tables are searched: the program counter without
// what is no address in it, less one in a frame that called another.
func (r *Regs) Lookup() uint64 {
	m := machineOf(r.Arch)
	if m == nil {
		return 0
	}
	pc := r.val[m.pc] &^ m.code
	if r.Caller {
		pc--
	}
	return pc
}
