// Command static uses the core of the project in a program without a C library: it
// loads the object ../crc.o, whose path is its argument, into static memory of its
// own and has it compute a CRC, which must be the one that Go's library computes.
package main

import (
	"bytes"
	"context"
	"fmt"
	"hash/crc32"
	"os"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

func main() {
	data := bytes.Repeat([]byte("The quick brown fox. "), 5000)
	got, err := crc(os.Args[1], data)
	if err == nil && got != crc32.ChecksumIEEE(data) {
		err = fmt.Errorf("CRC is %#x, want %#x", got, crc32.ChecksumIEEE(data))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "static:", err)
		os.Exit(1)
	}
	fmt.Printf("%08x\n", got)
}

func crc(path string, data []byte) (sum uint32, err error) {
	ctx := context.Background()
	img, err := objfile.Open(path)
	if err != nil {
		return 0, err
	}
	defer img.Close()
	memory, err := mem.New(mem.Config{})
	if err != nil {
		return 0, err
	}
	defer memory.Close()
	linker, err := rtdyld.New(rtdyld.Config{Memory: memory})
	if err != nil {
		return 0, err
	}
	objs, err := linker.Load(ctx, img)
	if err != nil {
		return 0, err
	}
	if err := linker.Finalize(ctx, objs...); err != nil {
		return 0, err
	}
	sym, err := linker.Lookup("crc")
	if err != nil {
		return 0, fmt.Errorf("%s defines no crc", path)
	}
	caller, err := abi.PrivateStack()
	if err != nil {
		return 0, err
	}
	f, err := abi.Func2[unsafe.Pointer, uint64, uint32](caller, sym.Addr)
	if err != nil {
		return 0, err
	}
	sum = f(unsafe.Pointer(&data[0]), uint64(len(data)))
	return sum, linker.Unload(ctx, objs...)
}
