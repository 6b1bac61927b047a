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

// TestAccess reads and writes at the edges of what is mapped.
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
	for _, s := range unreadable {
		var bad *AccessError
		if err := OwnMemory().Read(t.Context(), s.addr, make([]byte, s.size)); !errors.As(err, &bad) || bad.Write || bad.Addr != s.addr || bad.Size != s.size ||
			s.addr >= lo && s.addr < hi && bad.Done > hi-s.addr {
			t.Errorf("read %d bytes at %#x: %v", s.size, s.addr, err)
		}
	}
	var bad *AccessError
	if err := OwnMemory().Write(t.Context(), ro-5, make([]byte, 6)); !errors.As(err, &bad) || !bad.Write || bad.Addr != ro-5 || bad.Size != 6 {
		t.Errorf("write to what can only be read: %v", err)
	}
	copy(mapped[ro-5-lo+page:], data[ro-5-lo:][:5]) // as much as fits may have been written

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
