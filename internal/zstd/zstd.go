// Package zstd has the commands and the C library read debug sections that are compressed with zstd, which the standard
// library lacks: importing it sets the decompressor of objfmt/elf, to the library most of Go uses.
//
// Law: it takes no more memory than a section says, whatever its frames say.
package zstd

import (
	"github.com/klauspost/compress/zstd"

	"github.com/go-rtdyld/rtdyld/objfmt/elf"
)

func init() { elf.SetZstd(inflate) }

// inflate implements elf.Decompressor. A frame may name a window that is larger than what it holds, as assemblers write it
// that do not know yet how much that will be: so the limit is that of dst.
func inflate(src []byte, size uint64) ([]byte, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.DecodeAll(src, make([]byte, 0, size))
}
