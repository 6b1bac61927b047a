package unwind

import "math"

// A .debug_frame section has common records (CIE) and entries (FDE) that lead back to
// them (DWARF 5, section 6.4.1); a .eh_frame section the same in a slightly other way
// (LSB Core, "The .eh_frame section"). Both are written here from the same entries.

// AppendDebugFrame appends the table as a part of a .debug_frame section to dst, which
// is the section so far: its records lead to each other by their distance from dst[0].
// Addresses are absolute and of the target's size, in the target's byte order; nothing is
// left to relocate. It may be appended to again, by other tables of the same target.
func (t *Table) AppendDebugFrame(dst []byte) []byte {
	at := make([]uint64, len(t.commons)) // offset of the record plus one
	for i := range t.entries {
		e := &t.entries[i]
		if at[e.common] == 0 {
			at[e.common] = uint64(len(dst)) + 1
			dst = t.appendCommon(dst, &t.commons[e.common], false, 0)
		}
		var n int
		dst, n = t.open(dst, at[e.common]-1)
		dst = appendUint(dst, e.start, t.addr, t.big)
		dst = appendUint(dst, e.end-e.start, t.addr, t.big)
		if t.commons[e.common].augmented() {
			dst = append(dst, 0)
		}
		dst = append(dst, t.program(e.prog, e.n)...)
		dst = t.close(dst, n)
	}
	return dst
}

// open begins a record with a word behind its length.
func (t *Table) open(dst []byte, word uint64) ([]byte, int) {
	n := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	return appendUint(dst, word, 4, t.big), n
}

// close ends the record that begins at dst[n].
func (t *Table) close(dst []byte, n int) []byte {
	for (len(dst)-n)%t.addr != 0 {
		dst = append(dst, cfaNop)
	}
	appendUint(dst[:n], uint64(len(dst)-n-4), 4, t.big)
	return dst
}

// augmented reports whether there is something to say that has no place in DWARF's own
// format.
func (c *common) augmented() bool { return c.signal || c.bkey }

// appendCommon appends a CIE. Those for .eh_frame say how FDEs write addresses.
func (t *Table) appendCommon(dst []byte, c *common, eh bool, encoding uint8) []byte {
	id, version := uint64(0xffff_ffff), byte(3)
	if eh {
		id, version = 0, 1
	}
	dst, n := t.open(dst, id)
	dst = append(dst, version)
	if eh || c.augmented() {
		dst = append(dst, 'z')
	}
	if eh {
		dst = append(dst, 'R')
	}
	if c.signal {
		dst = append(dst, 'S')
	}
	if c.bkey {
		dst = append(dst, 'B')
	}
	dst = append(dst, 0)
	dst = appendULEB(dst, c.code)
	dst = appendSLEB(dst, c.data)
	dst = append(dst, c.ra)
	switch {
	case eh:
		dst = append(dst, 1, encoding)
	case c.augmented():
		dst = append(dst, 0)
	}
	dst = append(dst, t.program(c.prog, c.n)...)
	return t.close(dst, n)
}

// AppendEHFrame appends the table as a .eh_frame section that lies at address addr, up to
// and including the zero word that ends it. Addresses are relative to their place, in 4
// bytes or, where one does not fit, all in 8.
func (t *Table) AppendEHFrame(dst []byte, addr uint64) []byte {
	dst, _ = t.appendEHFrame(dst, addr, nil)
	return dst
}

// AppendEHFrameHdr appends the .eh_frame_hdr section that lies at address addr (LSB
// Core, "The .eh_frame_hdr section") for what AppendEHFrame makes for address eh: its
// place and a table of all ranges that is searched by halves.
func (t *Table) AppendEHFrameHdr(dst []byte, addr, eh uint64) []byte {
	at := make([]uint64, 0, len(t.entries))
	_, at = t.appendEHFrame(nil, eh, at)
	size, table := 4, byte(peDataRel|peSData4)
	wide := func(a uint64) bool { return t.wide(a - addr) }
	if len(at) > 0 && (wide(t.entries[0].start) || wide(t.entries[len(at)-1].start) || wide(at[0]) || wide(at[len(at)-1])) {
		size, table = 8, peDataRel|peSData8
	}
	ptr, ptrSize := byte(pePCRel|peSData4), 4
	if t.wide(eh - addr - 4) {
		ptr, ptrSize = pePCRel|peSData8, 8
	}
	dst = append(dst, 1, ptr, peUData4, table)
	dst = appendUint(dst, eh-addr-4, ptrSize, t.big)
	dst = appendUint(dst, uint64(len(at)), 4, t.big)
	for i, a := range at {
		dst = appendUint(dst, t.entries[i].start-addr, size, t.big)
		dst = appendUint(dst, a-addr, size, t.big)
	}
	return dst
}

// wide reports whether a distance needs more than 4 bytes.
func (t *Table) wide(d uint64) bool {
	return t.addr == 8 && (int64(d) > math.MaxInt32 || int64(d) < math.MinInt32)
}

// appendEHFrame is AppendEHFrame, and appends the addresses of the FDEs to at if that
// has room for any.
func (t *Table) appendEHFrame(dst []byte, addr uint64, at []uint64) ([]byte, []uint64) {
	size, enc := 4, byte(pePCRel|peSData4)
	if n := len(t.entries); n > 0 {
		// The section is shorter than 4 GiB: an end of it is that far if the other is nearly so.
		reach := uint64(t.ehSize())
		for _, d := range [...]uint64{t.entries[0].start - addr, t.entries[n-1].start - addr, t.entries[0].start - addr - reach, t.entries[n-1].end - addr} {
			if t.wide(d) {
				size, enc = 8, pePCRel|peSData8
			}
		}
	}
	base := len(dst)
	here := func() uint64 { return addr + uint64(len(dst)-base) }
	commons := make(map[uint32]uint64, min(len(t.commons), len(t.entries))) // offset of the record plus one; t may be a small Range
	for i := range t.entries {
		e := &t.entries[i]
		if commons[e.common] == 0 {
			commons[e.common] = uint64(len(dst)-base) + 1
			dst = t.appendCommon(dst, &t.commons[e.common], true, enc)
		}
		if cap(at) > 0 {
			at = append(at, here())
		}
		var n int
		dst, n = t.open(dst, uint64(len(dst)-base)+4-(commons[e.common]-1))
		dst = appendUint(dst, e.start-here(), size, t.big)
		dst = appendUint(dst, e.end-e.start, size, t.big)
		dst = append(dst, 0) // no augmentation data
		dst = append(dst, t.program(e.prog, e.n)...)
		dst = t.close(dst, n)
	}
	return append(dst, 0, 0, 0, 0), at
}

// ehSize is at least the size in bytes of what AppendEHFrame appends.
func (t *Table) ehSize() int {
	n := 4
	for i := range t.entries {
		n += 88 + int(t.entries[i].n) + int(t.commons[t.entries[i].common].n)
	}
	return n
}
