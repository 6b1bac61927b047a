package serve

import (
	"bytes"
	"errors"
	"os"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// TestAccess reads and writes at the edges of what is mapped, by each way that there is.
func TestAccess(t *testing.T) {
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
	if err := OwnMemory().Write(t.Context(), lo, data); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mprotect(mapped[(pages+1)*page:][:page], unix.PROT_READ); err != nil {
		t.Fatal(err)
	}
	type span struct{ addr, size uint64 }
	unreadable := []span{{lo - 1, 2}, {hi, 1}, {hi - 5, 6}, {hi - 5*page/2, 3 * page}, {0, 1}, {1<<64 - 2, 1}, {1<<64 - 1, 2}}
	unwritable := append([]span{{ro, 1}, {ro - 5, 6}, {lo, (pages + 1) * page}}, unreadable...)

	b := make([]byte, (pages+1)*page)
	for name, access := range map[string]func(s span, b []byte, write bool) error{
		"system calls": func(s span, b []byte, write bool) error { return access(t.Context(), s.addr, b, write) },
		"pipe": func(s span, b []byte, write bool) error {
			n, err := copyPipe(uintptr(s.addr), b, write)
			if err != nil {
				return &AccessError{Write: write, Addr: s.addr, Done: uint64(n), Err: err}
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, s := range []span{{lo, (pages + 1) * page}, {lo + 3, 5}, {hi - 1, 1}, {ro - 7, page}} {
				clear(b)
				if err := access(s, b[:s.size], false); err != nil || !bytes.Equal(b[:s.size], data[s.addr-lo:][:s.size]) {
					t.Errorf("%d bytes at %#x differ, or %v", s.size, s.addr, err)
				}
			}
			for _, s := range unreadable {
				var bad *AccessError
				if err := access(s, b[:s.size], false); !errors.As(err, &bad) || s.addr >= lo && s.addr < hi && bad.Done > hi-s.addr {
					t.Errorf("read %d bytes at %#x: %v", s.size, s.addr, err)
				}
			}
			for _, s := range unwritable {
				copy(b, data[min(s.addr-lo, (pages+1)*page):])
				if err := access(s, b[:s.size], true); err == nil {
					t.Errorf("%d bytes at %#x are written", s.size, s.addr)
				}
			}
			copy(b, "text")
			if err := access(span{ro - 4, 4}, b[:4], true); err != nil || string(mapped[ro-lo+page-4:][:4]) != "text" {
				t.Errorf("write: %v, % x", err, mapped[ro-lo+page-4:][:4])
			}
			copy(mapped[ro-lo+page-4:], data[ro-lo-4:][:4])
			if !bytes.Equal(mapped[page:][:len(data)], data) {
				t.Error("memory has changed")
			}
		})
	}

	r := newRig(t, nil)
	for _, s := range unreadable {
		_, err := r.read(s.addr, s.size)
		if s.addr+s.size < s.addr {
			code(t, "read", err, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE)
		} else {
			code(t, "read", err, codes.OutOfRange, wire.ErrorDetail_REASON_UNMAPPED)
		}
	}
	got, err := r.read(lo, 1<<62)
	code(t, "read all", err, codes.OutOfRange, wire.ErrorDetail_REASON_UNMAPPED)
	if len(got)%chunkSize != 0 || !bytes.Equal(got, data[:len(got)]) {
		t.Errorf("%d bytes came", len(got))
	}
	if got, err := r.read(lo, (pages+1)*page); err != nil || !bytes.Equal(got, data) {
		t.Errorf("%d bytes came, %v", len(got), err)
	}
	if got, err := r.read(lo, 0); err != nil || len(got) != 0 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}
