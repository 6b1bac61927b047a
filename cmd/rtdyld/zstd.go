package main

import (
	"bytes"
	goelf "debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/go-rtdyld/rtdyld/objfmt/elf"
)

func init() { elf.SetZstd(inflateZstd) }

// inflateZstd decompresses zstd by the standard library, which reads it in ELF files alone: src becomes a section of one. Matches may
// lie 8 MiB back at most (RFC 8878, 3.1.1.1.2); only levels from 20 on, which no compiler or assembler uses, reach further.
func inflateZstd(src []byte, size uint64) ([]byte, error) {
	head := goelf.Header64{
		Ident: [goelf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(goelf.ELFCLASS64), byte(goelf.ELFDATA2LSB), byte(goelf.EV_CURRENT)},
		Type:  uint16(goelf.ET_REL), Version: uint32(goelf.EV_CURRENT), Shnum: 2,
	}
	chdr := goelf.Chdr64{Type: uint32(goelf.COMPRESS_ZSTD), Size: size, Addralign: 1}
	sections := [2]goelf.Section64{
		{Type: uint32(goelf.SHT_STRTAB), Off: goelf.EI_PAD, Size: 1}, // a zero of the header's
		{Type: uint32(goelf.SHT_PROGBITS), Flags: uint64(goelf.SHF_COMPRESSED)},
	}
	head.Shoff, head.Shentsize = uint64(binary.Size(head)), uint16(binary.Size(sections[0]))
	contents := &sections[1]
	contents.Off, contents.Size = head.Shoff+uint64(binary.Size(sections)), uint64(binary.Size(chdr)+len(src))
	var file bytes.Buffer
	file.Grow(int(contents.Off + contents.Size))
	for _, part := range []any{head, sections, chdr, src} {
		if err := binary.Write(&file, binary.LittleEndian, part); err != nil {
			return nil, err
		}
	}
	if err := narrow(file.Bytes()[file.Len()-len(src):], size); err != nil {
		return nil, err
	}
	f, err := goelf.NewFile(bytes.NewReader(file.Bytes()))
	if err != nil {
		return nil, err
	}
	out, r := make([]byte, size), f.Sections[1].Open()
	if _, err := io.ReadFull(r, out); err != nil {
		return nil, fmt.Errorf("zstd, with matches 8 MiB back at most: %w", err)
	}
	if _, err := io.ReadFull(r, make([]byte, 1)); !errors.Is(err, io.EOF) {
		return nil, errors.Join(errLarger, err)
	}
	return out, nil
}

// errLarger says that a section has more than its header says.
var errLarger = errors.New("zstd: more than the section's size")

// narrow makes the windows of all frames no larger than is needed for size bytes, for the decoder allocates them by what headers
// say (RFC 8878, 3.1.1). Where these make no sense it stops, as the decoder will.
func narrow(frames []byte, size uint64) error {
	const (
		magic, skipped = 0xfd2fb528, 0x184d2a50
		smallest       = 4 + 1 + 1 + 3 // of a frame: it has an empty block
	)
	for len(frames) >= smallest {
		switch m := binary.LittleEndian.Uint32(frames); {
		case m == magic:
			n, err := narrowHeader(frames[4:], size)
			if err != nil {
				return err
			}
			sum := frames[4]&(1<<2) != 0
			frames = behindBlocks(behind(frames, 4+uint64(n)))
			if sum {
				frames = behind(frames, 4)
			}
		case m&^15 == skipped:
			frames = behind(frames, 8+uint64(binary.LittleEndian.Uint32(frames[4:])))
		default:
			return nil
		}
	}
	return nil
}

// narrowHeader does that with the header of a frame, from its descriptor on, and returns the header's length.
func narrowHeader(h []byte, size uint64) (n int, err error) {
	descriptor := h[0]
	n = 1
	single := descriptor&(1<<5) != 0
	if !single {
		d := &h[1] // a mantissa of three bits
		for *d > 0 && uint64(8+(*d-1)&7)<<(7+(*d-1)>>3) >= size {
			*d--
		}
		n++
	}
	n += [4]int{0, 1, 2, 4}[descriptor&3] // the dictionary's number
	var content [8]byte
	width := [4]int{0, 2, 4, 8}[descriptor>>6]
	if single && width == 0 {
		width = 1
	}
	copy(content[:width], h[min(n, len(h)):])
	if binary.LittleEndian.Uint64(content[:]) > size { // of two bytes 256 less than there are, which is no matter
		return 0, errLarger
	}
	return n + width, nil
}

// behindBlocks is what follows a frame's blocks.
func behindBlocks(b []byte) []byte {
	for last := false; !last && len(b) >= 3; {
		head := uint64(b[0]) | uint64(binary.LittleEndian.Uint16(b[1:]))<<8
		last = head&1 != 0
		n := head >> 3
		if head>>1&3 == 1 { // one byte, repeated
			n = 1
		}
		b = behind(b, 3+n)
	}
	return b
}

// behind is b without its first n bytes.
func behind(b []byte, n uint64) []byte { return b[min(n, uint64(len(b))):] }
