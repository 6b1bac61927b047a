package arm

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// fieldCases say which bits of the instruction's bytes a field may change, as a
// little-endian number, which other bits of a random one are set or clear so that it
// is an instruction with that field, and what of a value it keeps; nil: all of it.
var fieldCases = [numFields - reloc.FieldArch]struct {
	mask, ones, zeros uint64
	keeps             func(v int64) int64
}{
	armBranch - reloc.FieldArch:     {0x00ffffff, 0x0a000000, 0xf4000000, nil},
	armBranchZero - reloc.FieldArch: {0x00ffffff, 0x0b000000, 0xf4000000, nothing},
	armMOVW - reloc.FieldArch:       {0x000f0fff, 0, 0, low16},
	armMOVT - reloc.FieldArch:       {0x000f0fff, 0, 0, high16},
	armHigh - reloc.FieldArch:       {0x000f0fff, 0, 0, func(v int64) int64 { return v & 0xffff0000 }},
	armMOV32 - reloc.FieldArch:      {0x000f0fff_000f0fff, 0, 0, low32},
	armALU0NC - reloc.FieldArch:     {0x00c00fff, 0, 0x01200000, group0},
	armALU1NC - reloc.FieldArch:     {0x00c00fff, 0, 0x01200000, group1},
	armALU0 - reloc.FieldArch:       {0x00c00fff, 0, 0x01200000, group0},
	armALU1 - reloc.FieldArch:       {0x00c00fff, 0, 0x01200000, group1},
	armALU2 - reloc.FieldArch:       {0x00c00fff, 0, 0x01200000, group2},
	armLDR0 - reloc.FieldArch:       {0x00800fff, 0, 0, nil},
	armLDR1 - reloc.FieldArch:       {0x00800fff, 0, 0, rest1},
	armLDR2 - reloc.FieldArch:       {0x00800fff, 0, 0, rest2},
	armLDRS0 - reloc.FieldArch:      {0x00800f0f, 0, 0, nil},
	armLDRS1 - reloc.FieldArch:      {0x00800f0f, 0, 0, rest1},
	armLDRS2 - reloc.FieldArch:      {0x00800f0f, 0, 0, rest2},
	armLDC0 - reloc.FieldArch:       {0x008000ff, 0, 0, nil},
	armLDC1 - reloc.FieldArch:       {0x008000ff, 0, 0, rest1},
	armLDC2 - reloc.FieldArch:       {0x008000ff, 0, 0, rest2},
	prel31 - reloc.FieldArch:        {0x7fffffff, 0, 0, nil},
	descWord - reloc.FieldArch:      {0xffffffff, 0, 0, nothing},
	armDescCall - reloc.FieldArch:   {0xffffffff, 0xeb000000, 0x14000000, nothing},
	armDescSeq - reloc.FieldArch:    {0xffffffff, 0xe12fff30, 0x1ed000cf, nothing},
	thmDescCall - reloc.FieldArch:   {0xffffffff, 0xc000f000, 0x00000800, nothing},

	// In 32-bit Thumb instructions the second halfword is the upper one here.
	thmBranch - reloc.FieldArch:       {0x2fff07ff, 0, 0, nil},
	thmBranchZero - reloc.FieldArch:   {0x2fff07ff, 0, 0, nothing},
	thmBranch19 - reloc.FieldArch:     {0x2fff043f, 0, 0, nil},
	thmBranch20Zero - reloc.FieldArch: {0x2fff043f, 0, 0, nothing},
	thmBranch11 - reloc.FieldArch:     {0x07ff, 0, 0, nil},
	thmBranch8 - reloc.FieldArch:      {0x00ff, 0, 0, nil},
	thmBranch6 - reloc.FieldArch:      {0x02f8, 0, 0, func(v int64) int64 { return (v+4)&0x7f - 4 }},
	thmMOVW - reloc.FieldArch:         {0x70ff040f, 0, 0, low16},
	thmMOVT - reloc.FieldArch:         {0x70ff040f, 0, 0, high16},
	thmHigh - reloc.FieldArch:         {0x70ff040f, 0, 0, func(v int64) int64 { return v & 0xffff0000 }},
	thmMOV32 - reloc.FieldArch:        {0x70ff040f_70ff040f, 0, 0, low32},
	thmADR - reloc.FieldArch:          {0x70ff04a0, 0, 0, nil},
	thmPC12 - reloc.FieldArch:         {0x0fff0080, 0, 0, nil},
	thmLDR12 - reloc.FieldArch:        {0x0fff0000, 0, 0, nil},
	thmPC8 - reloc.FieldArch:          {0x00ff, 0, 0, func(v int64) int64 { return (v+4)&0x3ff - 4 }},
	thmLDR5 - reloc.FieldArch:         {0x07c0, 0, 0, nil},
	thmALU0 - reloc.FieldArch:         {0x00ff, 0, 0, func(v int64) int64 { return v & 0xff }},
	thmALU1 - reloc.FieldArch:         {0x00ff, 0, 0, func(v int64) int64 { return v >> 8 & 0xff }},
	thmALU2 - reloc.FieldArch:         {0x00ff, 0, 0, func(v int64) int64 { return v >> 16 & 0xff }},
	thmALU3 - reloc.FieldArch:         {0x00ff, 0, 0, func(v int64) int64 { return v >> 24 & 0xff }},
}

func nothing(int64) int64  { return 0 }
func low16(v int64) int64  { return int64(int16(v)) }
func high16(v int64) int64 { return int64(int16(v >> 16)) }
func low32(v int64) int64  { return int64(int32(v)) }

// groups takes the size of v apart as AAELF32 says, by its definition: it returns
// the groups and what is left before each.
func groups(v int64) (g, left [3]int64) {
	y := int64(int32(v))
	if y < 0 {
		y = -y
	}
	for n := range g {
		left[n] = y
		msb := int64(0)
		for b := int64(1) << 31; b > 0 && msb == 0; b >>= 1 {
			msb = y & b
		}
		for k := uint(0); k <= 12 && msb != 0; k++ {
			if m := int64(255) << (2 * k); msb&m != 0 {
				g[n] = y & m
				y &^= m
				break
			}
		}
	}
	return g, left
}

func withSignOf(v, n int64) int64 {
	if int32(v) < 0 {
		return -n
	}
	return n
}

func group0(v int64) int64 { g, _ := groups(v); return withSignOf(v, g[0]) }
func group1(v int64) int64 { g, _ := groups(v); return withSignOf(v, g[1]) }
func group2(v int64) int64 { g, _ := groups(v); return withSignOf(v, g[2]) }
func rest1(v int64) int64  { _, l := groups(v); return withSignOf(v, l[1]) }
func rest2(v int64) int64  { _, l := groups(v); return withSignOf(v, l[2]) }

// random has a seed: what fails does so again.
var random = rand.New(rand.NewPCG(1, 2))

// values are some that a field takes: the ends, around 0 and random ones.
func values(f *reloc.Insn) []int64 {
	align := max(int64(f.Align), 1)
	least := max(f.Min, -1<<31)
	most := min(f.Max, 1<<32-1)
	list := []int64{(least + align - 1) &^ (align - 1), most &^ (align - 1), 0, align}
	for range 2000 {
		v := least + random.Int64N(most-least+1)
		if random.IntN(2) == 0 { // few bits, as small and rotated constants have
			v = random.Int64N(1<<12) << random.IntN(20)
			if random.IntN(2) == 0 && least < 0 {
				v = -v
			}
		}
		if v = v &^ (align - 1); v >= least && v <= most {
			list = append(list, v)
		}
	}
	return list
}

func le64(b []byte) uint64 {
	var all [8]byte
	copy(all[:], b)
	return binary.LittleEndian.Uint64(all[:])
}

// TestFields: a field gives back what was put into it, and no other bit changes,
// whatever was there before.
func TestFields(t *testing.T) {
	for i := range fields {
		f, c := &fields[i], fieldCases[i]
		if c.mask == 0 {
			t.Errorf("field %d has no case", i)
			continue
		}
		tried := 0
		for _, v := range values(f) {
			if f.Takes != nil && !f.Takes(uint64(int64(int32(v)))) {
				continue
			}
			tried++
			var b, zero [8]byte
			binary.LittleEndian.PutUint64(b[:], random.Uint64()&^c.zeros|c.ones)
			before := b
			f.Put(b[:f.Width], bin.Order{}, uint64(v))
			if d := le64(b[:]) ^ le64(before[:]); d&^c.mask != 0 {
				t.Fatalf("field %d (%s): %#x changes bits %#x, may change %#x", i, f.Text, v, d, c.mask)
			}
			want := v
			if c.keeps != nil {
				want = c.keeps(v)
			}
			if got := f.Get(b[:f.Width], bin.Order{}); got != want {
				t.Fatalf("field %d (%s): put %#x into % x, get %#x, want %#x", i, f.Text, v, before[:f.Width], got, want)
			}
			again := b
			f.Put(again[:f.Width], bin.Order{}, uint64(v))
			if again != b {
				t.Fatalf("field %d (%s): %#x put twice gives % x and % x", i, f.Text, v, b, again)
			}
			// All of the field is replaced.
			binary.LittleEndian.PutUint64(zero[:], le64(before[:])&^c.mask|c.ones)
			f.Put(zero[:f.Width], bin.Order{}, uint64(v))
			if !bytes.Equal(zero[:f.Width], b[:f.Width]) {
				t.Fatalf("field %d (%s): %#x gives % x over % x, % x over zeros", i, f.Text, v, b[:f.Width], before[:f.Width], zero[:f.Width])
			}
		}
		if tried < 50 {
			t.Errorf("field %d (%s): only %d values", i, f.Text, tried)
		}
	}
}

// TestBLXDisplacement: bit 1 of the displacement of BLX is elsewhere.
func TestBLXDisplacement(t *testing.T) {
	for _, v := range []int64{0, 2, -2, 1<<25 - 2, -1 << 25} {
		b := []byte{0xff, 0xff, 0xff, 0xfb}
		putBranch(b, little, uint64(v))
		if got := getBranch(b, little); got != v || b[3]&0xfe != 0xfa {
			t.Errorf("put %#x, get %#x from % x", v, got, b)
		}
	}
}

// TestFieldLimits puts each field that has limits at both ends of its range, one
// behind them and beside a multiple, through a table with a row for each.
func TestFieldLimits(t *testing.T) {
	rows := make([]reloc.Howto, len(fields))
	for i := range rows {
		rows[i] = reloc.Row("field", reloc.Abs, reloc.FieldArch+reloc.Field(i), reloc.NeedNone)
	}
	table := reloc.NewTable(&reloc.Arch{PtrSize: 4, Fields: fields[:]}, rows)
	try := func(i int, v int64, fits bool, fault reloc.Fault) {
		t.Helper()
		file := make([]byte, 8)
		env := reloc.Env{Table: table, Made: new(reloc.Entries), Addr: []uint64{0, uint64(v)}}
		at := reloc.Contents{Mem: bytes.Clone(file), File: file}
		r := reloc.Reloc{Type: uint32(i), Sym: 1, Sub: objfmt.NoSymbol, HasAddend: true}
		n, value, why := env.Apply(&at, []reloc.Reloc{r})
		switch {
		case fits && (n != 1 || why != reloc.OK):
			t.Errorf("field %d (%s): %#x does not fit: fault %d", i, fields[i].Text, v, why)
		case !fits && (n != 0 || why != fault || value != uint64(v)):
			t.Errorf("field %d (%s): %#x: fault %d with value %#x, want %d", i, fields[i].Text, v, why, value, fault)
		case !fits && !bytes.Equal(at.Mem, file):
			t.Errorf("field %d (%s): %#x refused and written: % x", i, fields[i].Text, v, at.Mem)
		}
	}
	limited := 0
	for i := range fields {
		f := &fields[i]
		a := max(int64(f.Align), 1)
		least, most := (f.Min+a-1)&^(a-1), f.Max&^(a-1)
		if f.Min > lowest {
			limited++
			try(i, least, true, 0)
			try(i, least-a, false, reloc.OutOfRange)
			try(i, most, true, 0)
			try(i, most+a, false, reloc.OutOfRange)
		}
		if a > 1 {
			try(i, 1, false, reloc.Misaligned)
		}
	}
	if limited < 15 {
		t.Errorf("only %d fields have limits", limited)
	}
}

// TestGroupLimits: what groups take no more.
func TestGroupLimits(t *testing.T) {
	for _, c := range []struct {
		field reloc.Field
		fits  []int64
		not   []int64
	}{
		{armALU0, []int64{0xff, -0xff, 0x3fc, 0xff000000 - 1<<32, 0}, []int64{0x1fe00001, 0x101, -0x3fd, 0x1ff}},
		{armALU1, []int64{0xffff, -0xffff, 0x7f0000ff, -0x7f0000ff}, []int64{0x10101, -0x80010001 + 1<<32, 0x1ffff}},
		{armALU2, []int64{0xffffff, -0xffffff, 0x10101}, []int64{0x1010101, 0x1ffffff}},
		{armLDR1, []int64{0xff00fff, -0xfff, 0x8000fff}, []int64{0xff01000, 0x8001000}},
		{armLDR2, []int64{0x7f8f0fff, -0x7f8f0fff}, []int64{0x7f9ff000 | 1<<12}},
		{armLDRS1, []int64{0xff000ff, -0xff, 0x80000ff}, []int64{0xff00100, 0x8000100}},
		{armLDRS2, []int64{0x7f8f00ff, -0x7f8f00ff}, []int64{0x7f800000 | 0x80100}},
		{armLDC1, []int64{0xff003fc, -0x3fc, 0x80003fc}, []int64{0xff00400, 0x8000400}},
		{armLDC2, []int64{0x7f8f03fc, -0x7f8f03fc}, []int64{0x7f800000 | 0x80400}},
	} {
		f := &fields[c.field-reloc.FieldArch]
		for _, v := range c.fits {
			if !f.Takes(uint64(int64(int32(v)))) {
				t.Errorf("%s: %#x is refused", f.Text, v)
			}
		}
		for _, v := range c.not {
			if f.Takes(uint64(int64(int32(v)))) {
				t.Errorf("%s: %#x is taken", f.Text, v)
			}
		}
	}
}
