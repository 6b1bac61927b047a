package ownmem

import (
	"bytes"
	"os"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// TestCopy reads and writes at the edges of what is mapped, by each way that there is.
func TestCopy(t *testing.T) {
	page := uint64(os.Getpagesize())
	const pages = 40
	// Nothing, what can be written, what can be read, nothing.
	mapped, err := unix.Mmap(-1, 0, int((pages+3)*page), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(mapped)
	if err := unix.Mprotect(mapped[page:][:(pages+1)*page], unix.PROT_READ|unix.PROT_WRITE); err != nil {
		t.Fatal(err)
	}
	data := make([]byte, (pages+1)*page)
	for i := range data {
		data[i] = byte(i * 7 >> 3)
	}
	lo := uint64(uintptr(unsafe.Pointer(unsafe.SliceData(mapped)))) + page
	ro, hi := lo+pages*page, lo+(pages+1)*page
	if n, err := Write(lo, data); n != len(data) || err != nil {
		t.Fatal(err)
	}
	if err := unix.Mprotect(mapped[(pages+1)*page:][:page], unix.PROT_READ); err != nil {
		t.Fatal(err)
	}
	type span struct{ addr, size uint64 }
	unreadable := []span{{lo - 1, 2}, {hi, 1}, {hi - 5, 6}, {hi - 5*page/2, 3 * page}, {0, 1}, {1<<64 - 2, 1}, {1<<64 - 1, 2}}
	unwritable := append([]span{{ro, 1}, {ro - 5, 6}, {lo, (pages + 1) * page}}, unreadable...)

	b := make([]byte, (pages+1)*page)
	for name, access := range map[string]func(s span, b []byte, write bool) (int, error){
		"system calls": func(s span, b []byte, write bool) (int, error) { return transfer(s.addr, b, write) },
		"pipe":         func(s span, b []byte, write bool) (int, error) { return copyPipe(uintptr(s.addr), b, write) },
	} {
		t.Run(name, func(t *testing.T) {
			for _, s := range []span{{lo, (pages + 1) * page}, {lo + 3, 5}, {hi - 1, 1}, {ro - 7, page}} {
				clear(b)
				if n, err := access(s, b[:s.size], false); err != nil || n != int(s.size) || !bytes.Equal(b[:s.size], data[s.addr-lo:][:s.size]) {
					t.Errorf("%d bytes at %#x differ, or %v", s.size, s.addr, err)
				}
			}
			for _, s := range unreadable {
				if n, err := access(s, b[:s.size], false); err == nil || s.addr >= lo && s.addr < hi && uint64(n) > hi-s.addr {
					t.Errorf("read %d bytes at %#x: %v", s.size, s.addr, err)
				}
			}
			for _, s := range unwritable {
				copy(b, data[min(s.addr-lo, (pages+1)*page):])
				if _, err := access(s, b[:s.size], true); err == nil {
					t.Errorf("%d bytes at %#x are written", s.size, s.addr)
				}
			}
			copy(b, "text")
			if _, err := access(span{ro - 4, 4}, b[:4], true); err != nil || string(mapped[ro-lo+page-4:][:4]) != "text" {
				t.Errorf("write: %v, % x", err, mapped[ro-lo+page-4:][:4])
			}
			copy(mapped[ro-lo+page-4:], data[ro-lo-4:][:4])
			if !bytes.Equal(mapped[page:][:len(data)], data) {
				t.Error("memory has changed")
			}
		})
	}
}
