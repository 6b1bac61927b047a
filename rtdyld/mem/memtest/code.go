package memtest

import (
	"encoding/binary"
	"encoding/hex"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/triple"
)

// machine are the tests' own functions as machine code.
type machine struct {
	// record is int record(uint32_t *log, uint32_t v, int result): it counts in log[0],
	// writes v to log[log[0]] and returns result.
	record string
	// spread is int spread(uint32_t *to, b, c, d, e, f): to[0] = b to to[4] = f, 0.
	spread string
	// constant is int constant(void) for a result. No byte of it is read as data, so that
	// what an instruction cache has counts.
	constant func(v uint32) []byte
	// fork is int fork(uint32_t *p) for Linux, by system calls alone: a child writes 9 to p[0]
	// and exits, then it returns p[0].
	fork string
}

var machines = map[string]machine{
	"x86_64": {"8b07ffc0890789348789d0c3", "8937895704894f084489470c44894f1031c0c3", x86Constant,
		"57b8390000000f0585c075105fc7070900000031ffb8e70000000f0589c731f631d24531d2b83d0000000f055f8b07c3"},
	"x86_64 windows": {"8b01ffc089018914814489c0c3",
		"891144894104448949088b44242889410c8b44243089411031c0c3", x86Constant, ""},
	"i386": {"8b4c24048b014089018b5424088914818b44240cc3",
		"8b4c24048b44240889018b44240c8941048b4424108941088b44241489410c8b44241889411031c0c3", x86Constant,
		"5356b802000000cd808b4c240c85c0750fc7010900000031dbb8fc000000cd8089c331c931d231f6b872000000cd808b4c240c8b015e5bc3"},
	"aarch64": {"030040b963040011030000b9015823b8e003022ac0035fd6",
		"010000b9020400b9030800b9040c00b9051000b900008052c0035fd6", arm64Constant,
		"e90300aa200280d2010080d2020080d2030080d2040080d2881b80d2010000d4c00000b521018052210100b9000080d2c80b80d2010000d4" +
			"010080d2020080d2030080d2882080d2010000d4200140b9c0035fd6"},
	"riscv64": {"83220500938212002320550093922200b382a20023a0b2001305060067800000",
		"2320b5002322c5002324d5002326e5002328f5001305000067800000", riscvConstant,
		"9302050013051001930500001306000093060000130700009308c00d73000000631c05001303900023a06200130500009308d00573000000" +
			"930500001306000093060000930840107300000003a5020067800000"},
	"loongarch64": {"8c0080288c0580028c0080298c0941008c91100085018029c40015002000004c",
		"8500802986108029872080298830802989408029040015002000004c", loongConstant,
		"8e00150004448003050015000600150007001500080015000b70830300002b00801800440d248003cd018029040015000b74810300002b00" +
			"0500150006001500070015000b10840300002b00c40180282000004c"},
	"powerpc64le": {"781b697c782ba37c0000498101004a3988174879000049912e41897c2000804e",
		"781b697c000083900400a390000060380800c9900c00e990100009912000804e", powerConstant,
		"781b6c7c7800003811006038000080380000a0380000c0380000e038020000440000232c180082400900803800008c90ea000038000060" +
			"380200004472000038000080380000a0380000c038f8ff81f902000044f8ff81e902006ce82000804e"},
	"s390x": {"b9040012b904002458401000a74a000150401000ec441ebd02555034100007fe",
		"b90400125800f0a4a7290000500010105030100050401004505010085060100c07fe", s390xConstant,
		"e370f0380024b9040072a7290000a7390011a7490000a75900000a78ec280011007ca7390000a7490000a75900000a72e32070000014e3" +
			"70f038000407fee54c70000009a72900000af80707"},
	"arm": {"003090e5013083e2003080e5031180e70200a0e11eff2fe1",
		"001080e5042080e5083080e500109de50c1080e504109de5101080e50000a0e31eff2fe1", armConstant,
		"90002de90040a0e10270a0e3000000ef000050e30400001a0910a0e3001084e50000a0e3f870a0e3000000ef" +
			"0010a0e30020a0e30030a0e37270a0e3000000ef000094e59000bde81eff2fe1"},
}

// x86Constant is: mov $v, %eax; ret.
func x86Constant(v uint32) []byte {
	return append(binary.LittleEndian.AppendUint32([]byte{0xb8}, v), 0xc3)
}

// arm64Constant is: movz w0, #v & 0xffff; movk w0, #v >> 16, lsl #16; ret.
func arm64Constant(v uint32) []byte {
	return words(0x52800000|v&0xffff<<5, 0x72a00000|v>>16<<5, 0xd65f03c0)
}

// riscvConstant is: lui a0, v + 0x800 >> 12; addiw a0, a0, v & 0xfff; ret.
func riscvConstant(v uint32) []byte {
	return words(0x00000537|(v+0x800)&^0xfff, 0x0005051b|v<<20, 0x00008067)
}

// loongConstant is: lu12i.w a0, v >> 12; ori a0, a0, v & 0xfff; ret.
func loongConstant(v uint32) []byte {
	return words(0x14000004|v>>12<<5, 0x03800084|v&0xfff<<10, 0x4c000020)
}

// powerConstant is: lis r3, v >> 16; ori r3, r3, v & 0xffff; blr.
func powerConstant(v uint32) []byte {
	return words(0x3c600000|v>>16, 0x60630000|v&0xffff, 0x4e800020)
}

// s390xConstant is: lgfi r2, v; br r14.
func s390xConstant(v uint32) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{0xc0, 0x21}, v), 0x07, 0xfe)
}

// armConstant is: mov r0, #byte; three times orr r0, r0, #byte << n; bx lr.
func armConstant(v uint32) []byte {
	return words(0xe3a00000|v&0xff, 0xe3800c00|v>>8&0xff, 0xe3800800|v>>16&0xff, 0xe3800400|v>>24, 0xe12fff1e)
}

func words(list ...uint32) (b []byte) {
	for _, w := range list {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// machine is the executor's. ok says that code runs there.
func (r *rig) machine() (m machine, ok bool) {
	if r.Call == nil || r.NoExec {
		return m, false
	}
	name := r.Triple.Arch.String()
	if r.Triple.Arch == triple.X86_64 && r.Triple.OS == triple.Windows {
		name += " windows"
	}
	m, ok = machines[name]
	return m, ok
}

// needCode skips the test where no code runs.
func (r *rig) needCode() machine {
	m, ok := r.machine()
	if !ok {
		r.Skip("the target runs no code that the tests have")
	}
	return m
}

func code(text string) []byte {
	b, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return b
}

// run calls a function and checks what it returns.
func (r *rig) run(want int, addr uint64, args ...uint64) {
	r.Helper()
	got, err := r.Call(r.ctx(), mem.Call{Addr: addr, Args: args})
	if err != nil {
		r.Fatalf("run %#x: %v", addr, err)
	}
	if got != want {
		r.Fatalf("the function at %#x returned %d, want %d", addr, got, want)
	}
}

// log is memory of the executor in which functions write down that they ran.
type log struct {
	r      *rig
	addr   uint64
	record uint64
	size   uint64
	seen   int
}

// newLog makes a log in a reservation of its own, which has the function, too.
func (r *rig) newLog() *log {
	r.Helper()
	m := r.needCode()
	at := r.reserve(3)
	l := &log{r: r, addr: at.Addr, record: at.Addr + 2*r.Page, size: 2 * r.Page}
	f := code(m.record)
	r.initialize(mem.Initialization{Segments: []mem.Segment{
		r.segment(objfmt.KindWritable, l.addr, l.size, nil),
		r.segment(objfmt.KindCode, l.record, uint64(len(f)), f),
	}})
	return l
}

// call is a call that writes v to the log and returns result.
func (l *log) call(v uint32, result int) mem.Call {
	return mem.Call{Addr: l.record, Args: []uint64{l.addr, uint64(v), uint64(uint32(int32(result)))}}
}

// pair is an action that writes v, and its dealloc v+100.
func (l *log) pair(v uint32) mem.Action {
	return mem.Action{Finalize: l.call(v, 0), Dealloc: l.call(v+100, 0)}
}

// want checks what was written since the last time.
func (l *log) want(what string, want ...uint32) {
	l.r.Helper()
	n := int(l.r.word(l.addr))
	var got []uint32
	for i := l.seen; i < n; i++ {
		got = append(got, l.r.word(l.addr+4*uint64(i+1)))
	}
	l.seen = n
	same := len(got) == len(want)
	for i := 0; same && i < len(want); i++ {
		same = got[i] == want[i]
	}
	if !same {
		l.r.Fatalf("%s: actions ran %d, want %d", what, got, want)
	}
}
