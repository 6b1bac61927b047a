package unwind

import "github.com/go-rtdyld/rtdyld/triple"

// maxRegs is how many registers are kept of any processor.
const maxRegs = 34

// machine is what must be known of a processor.
type machine struct {
	archs []triple.Arch

	n      uint8    // registers 0 to n-1 are kept
	more   [2]uint8 // numbers of two more that are, 0 for none
	pc, sp uint8    // numbers of program counter and stack pointer
	fp     uint8    // frame pointer of the ABI
	ra     uint8    // column of the return address in what this package makes
	slot   int      // bytes that a saved register takes
	bias   int64    // the CFA less the stack pointer of the caller
	keep   uint64   // bit n: a function leaves register n as it was
	spared []uint8  // registers that a function may change, but nothing that linkers make does
	data   int64    // data alignment factor in what this package makes
	code   uint64   // bits of a program counter that are no address
	beyond uint64   // how far behind what the register of the return address has the caller goes on
	window uint8    // of a window of registers that a call has left the first one, which lies in memory from the CFA on, 0: no windows
}

// Sources: System V ABI AMD64 figure 3.36, System V ABI i386 table 2.14, DWARF for
// the Arm 64-bit Architecture section 4.1, DWARF for the Arm Architecture section 4.1. Of
// what callees preserve, Windows adds rsi and rdi on x86-64.
//
// RISC-V ELF psABI "DWARF Register Numbers", where 64 is the alternate column of return addresses; 64-Bit ELF V2 ABI
// for Power sections 2.2.2.1 and 2.4, ELF ABI s390x Supplement sections 1.2.2.1 and 1.4, DWARF for the LoongArch Architecture,
// MIPS ABI Supplement, MIPSpro N32 ABI Handbook. Of those that number no program counter it has the
// number under which compilers and Linux save it for signals, or one that nothing else has (LoongArch).
//
// SPARC Compliance Definition 2.4 chapter 3 (stack bias 2047, windows) and GNU's DW_CFA_GNU_window_save: %o7 has the address of the
// call, behind which is an instruction more; %l0 to %i7 of the caller lie at its stack pointer plus the bias.
var machines = [...]machine{
	{archs: []triple.Arch{triple.X86_64}, n: 17, pc: 16, sp: 7, fp: 6, ra: 16, slot: 8, data: -8,
		keep: 1<<3 | 1<<6 | 0xf<<12},
	{archs: []triple.Arch{triple.X86}, n: 9, pc: 8, sp: 4, fp: 5, ra: 8, slot: 4, data: -4,
		keep: 1<<3 | 1<<5 | 1<<6 | 1<<7},
	{archs: []triple.Arch{triple.AArch64, triple.AArch64BE, triple.AArch64_32}, n: 33, pc: 32, sp: 31, fp: 29, ra: 30, slot: 8, data: -8,
		keep: 0x1fff << 18}, // x18 to x30
	{archs: []triple.Arch{triple.ARM, triple.ARMEB, triple.Thumb, triple.ThumbEB}, n: 16, pc: 15, sp: 13, fp: 11, ra: 14, slot: 4, data: -4,
		keep: 0xff<<4 | 1<<14, code: 1},
	{archs: []triple.Arch{triple.RISCV64}, n: 32, more: [2]uint8{64}, pc: 64, sp: 2, fp: 8, ra: 1, slot: 8, data: -8,
		keep: 3<<3 | 3<<8 | 0x3ff<<18}, // gp, tp, s0 to s11
	{archs: []triple.Arch{triple.RISCV32}, n: 32, more: [2]uint8{64}, pc: 64, sp: 2, fp: 8, ra: 1, slot: 4, data: -4,
		keep: 3<<3 | 3<<8 | 0x3ff<<18},
	{archs: []triple.Arch{triple.PPC64LE, triple.PPC64}, n: 32, more: [2]uint8{65, 67}, pc: 67, sp: 1, fp: 31, ra: 65, slot: 8, data: -8,
		keep:   1<<13 | 0x3ffff<<14, // r13 to r31; r2 is another one where another TOC is
		spared: []uint8{0}},         // who calls _savegpr0_14 and its kin has the return address there
	{archs: []triple.Arch{triple.SystemZ}, n: 32, more: [2]uint8{65}, pc: 65, sp: 15, fp: 11, ra: 14, slot: 8, bias: 160, data: -8,
		keep: 0xff<<6 | 0xff<<24}, // r6 to r13, f8 to f15
	{archs: []triple.Arch{triple.LoongArch64}, n: 32, more: [2]uint8{64}, pc: 64, sp: 3, fp: 22, ra: 1, slot: 8, data: -8,
		keep: 1<<2 | 0x7ff<<21}, // tp, r21, fp, s0 to s8
	{archs: []triple.Arch{triple.LoongArch32}, n: 32, more: [2]uint8{64}, pc: 64, sp: 3, fp: 22, ra: 1, slot: 4, data: -4,
		keep: 1<<2 | 0x7ff<<21},
	{archs: []triple.Arch{triple.MIPS, triple.MIPSEL}, n: 32, more: [2]uint8{66}, pc: 66, sp: 29, fp: 30, ra: 31, slot: 4, data: -4,
		keep: 0xff<<16 | 1<<30}, // s0 to s8
	{archs: []triple.Arch{triple.MIPS64, triple.MIPS64EL}, n: 32, more: [2]uint8{66}, pc: 66, sp: 29, fp: 30, ra: 31, slot: 8, data: -8,
		keep: 0xff<<16 | 1<<28 | 1<<30}, // gp, too
	{archs: []triple.Arch{triple.SPARCV9}, n: 32, more: [2]uint8{68}, pc: 68, sp: 14, fp: 30, ra: 15, slot: 8, bias: 2047, data: -8,
		keep: 3<<6 | 0xffff<<16, beyond: 8, window: 16}, // g6, g7, l0 to i7
}

// place is where a register is kept, by its DWARF number. ok is false of one that is not.
func (m *machine) place(reg uint64) (at int, ok bool) {
	switch {
	case reg < uint64(m.n):
		return int(reg), true
	case reg == uint64(m.more[0]) && reg != 0:
		return int(m.n), true
	case reg == uint64(m.more[1]) && reg != 0:
		return int(m.n) + 1, true
	}
	return 0, false
}

// kept is how many registers are kept.
func (m *machine) kept() int {
	n := int(m.n)
	for _, r := range m.more {
		if r != 0 {
			n++
		}
	}
	return n
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
// 8 on i386 (the column of the return address), 32 on arm64, 15 on 32-bit ARM, 64 on RISC-V and LoongArch, 65 on s390x, 66 on
// MIPS, 67 on PowerPC, 68 on SPARC V9, where stack and frame pointer are 2047 below the frames as they are in their registers.
type Regs struct {
	// Arch is the processor. Of processors that differ in byte order alone, any will do.
	Arch triple.Arch
	// Caller says that the program counter is a return address, so that the frame is
	// inside the instruction before it. Step sets it; it is false in the frame that
	// runs and in one that a signal has interrupted.
	Caller bool

	known uint64          // bit n: val[n] is known
	val   [maxRegs]uint64 // by machine.place
}

// Set gives register n a value. It reports false, and does nothing, if the processor has
// no such register of general purpose.
func (r *Regs) Set(n int, v uint64) bool {
	m, at, ok := r.place(n)
	if ok {
		r.put(m, at, v)
	}
	return ok
}

// put is Set of the register that is kept at a place.
func (r *Regs) put(m *machine, at int, v uint64) {
	if m.slot == 4 {
		v = uint64(uint32(v))
	}
	r.val[at], r.known = v, r.known|1<<at
}

// Forget makes the value of register n unknown.
func (r *Regs) Forget(n int) {
	if _, at, ok := r.place(n); ok {
		r.val[at], r.known = 0, r.known&^(1<<at)
	}
}

// Get returns the value of register n and whether it is known.
func (r *Regs) Get(n int) (uint64, bool) {
	_, at, ok := r.place(n)
	if !ok || r.known>>at&1 == 0 {
		return 0, false
	}
	return r.val[at], true
}

func (r *Regs) place(n int) (m *machine, at int, ok bool) {
	if m = machineOf(r.Arch); m == nil || n < 0 {
		return m, 0, false
	}
	at, ok = m.place(uint64(n))
	return m, at, ok
}

// PC is the program counter, 0 if it is unknown: where the frame goes on.
func (r *Regs) PC() uint64 { return r.special(func(m *machine) uint8 { return m.pc }) }

// SP is the stack pointer, 0 if it is unknown.
func (r *Regs) SP() uint64 { return r.special(func(m *machine) uint8 { return m.sp }) }

// FP is the register that is the frame pointer where there is one: rbp, ebp, x29, r11 on 32-bit ARM and s390x, s0 on RISC-V,
// r31 on PowerPC, fp on LoongArch and MIPS, i6 on SPARC V9. It is 0 if it is unknown.
func (r *Regs) FP() uint64 { return r.special(func(m *machine) uint8 { return m.fp }) }

// SetPC sets the program counter. It reports false for an unknown processor.
func (r *Regs) SetPC(v uint64) bool { return r.setSpecial(func(m *machine) uint8 { return m.pc }, v) }

// SetSP sets the stack pointer. It reports false for an unknown processor.
func (r *Regs) SetSP(v uint64) bool { return r.setSpecial(func(m *machine) uint8 { return m.sp }, v) }

// SetFP sets the frame pointer, see FP. It reports false for an unknown processor.
func (r *Regs) SetFP(v uint64) bool { return r.setSpecial(func(m *machine) uint8 { return m.fp }, v) }

func (r *Regs) special(which func(*machine) uint8) uint64 {
	if m := machineOf(r.Arch); m != nil {
		at, _ := m.place(uint64(which(m)))
		return r.val[at]
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
	pc := r.PC() &^ m.code
	if r.Caller {
		pc--
	}
	return pc
}
