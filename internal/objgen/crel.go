package objgen

const elfCrel = 0x40000014

// AddCrel adds contents as the SHT_CREL section of section target and returns its number.
func (f *ELF) AddCrel(target uint32, contents []byte) uint32 {
	s := ELFSection{Name: ".crel", Type: elfCrel, Flags: elfInfoLink, Info: target, Align: 1, EntSize: 1, Data: contents}
	return f.add(elfSection{s, true})
}

// Crel encodes relocations, with addends or without, as LLVM 19 does.
func (f *ELF) Crel(addends bool, relocs []ELFReloc) []byte {
	shift := shift(relocs)
	head, flags := uint64(len(relocs))<<3|uint64(shift), uint(2)
	if addends {
		head, flags = head|4, 3
	}
	b := uleb(nil, head)
	var last ELFReloc
	for _, r := range relocs {
		sym, typ, addend := int64(int32(r.Sym-last.Sym)), int64(int32(r.Type-last.Type)), r.Addend-last.Addend
		delta := r.Offset - last.Offset
		if !f.Is64 {
			delta, addend = uint64(uint32(delta)), int64(int32(addend))
		}
		delta >>= shift
		var has byte
		if sym != 0 {
			has |= 1
		}
		if typ != 0 {
			has |= 2
		}
		if addends && addend != 0 {
			has |= 4
		}
		if delta < 0x80>>flags {
			b = append(b, byte(delta)<<flags|has)
		} else {
			b = uleb(append(b, byte(delta)<<flags|has|0x80), delta>>(7-flags))
		}
		if sym != 0 {
			b = sleb(b, sym)
		}
		if typ != 0 {
			b = sleb(b, typ)
		}
		if has&4 != 0 {
			b = sleb(b, addend)
		}
		last = r
	}
	return b
}

// shift is how many low bits are 0 in all offsets, at most 3.
func shift(relocs []ELFReloc) uint {
	all := uint64(8)
	for _, r := range relocs {
		all |= r.Offset
	}
	n := uint(0)
	for all>>n&1 == 0 {
		n++
	}
	return n
}

func uleb(b []byte, v uint64) []byte {
	for ; v >= 0x80; v >>= 7 {
		b = append(b, byte(v)|0x80)
	}
	return append(b, byte(v))
}

func sleb(b []byte, v int64) []byte {
	for ; v < -0x40 || v >= 0x40; v >>= 7 {
		b = append(b, byte(v)|0x80)
	}
	return append(b, byte(v)&0x7f)
}
