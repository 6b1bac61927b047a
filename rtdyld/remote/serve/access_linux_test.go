package serve

import (
	"bytes"
	"errors"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// TestAccess reads and writes at the edges of what is mapped.
func TestAccess(t *testing.T) {
	m := citest.MapEdges(t, 40)
	writable := m.Mem[:m.ReadOnly-m.Lo]
	clear(writable)
	if err := OwnMemory().Write(t.Context(), m.Lo, m.Data[:len(writable)]); err != nil {
		t.Fatal(err)
	}
	for _, s := range m.Unreadable() {
		var bad *AccessError
		if err := OwnMemory().Read(t.Context(), s.Addr, make([]byte, s.Size)); !errors.As(err, &bad) || bad.Write || bad.Addr != s.Addr || bad.Size != s.Size ||
			s.Addr >= m.Lo && s.Addr < m.Hi && bad.Done > m.Hi-s.Addr {
			t.Errorf("read %d bytes at %#x: %v", s.Size, s.Addr, err)
		}
	}
	var bad *AccessError
	at := m.ReadOnly - 5
	if err := OwnMemory().Write(t.Context(), at, make([]byte, 6)); !errors.As(err, &bad) || !bad.Write || bad.Addr != at || bad.Size != 6 {
		t.Errorf("write to what can only be read: %v", err)
	}
	copy(m.Mem[at-m.Lo:][:5], m.Data[at-m.Lo:]) // as much as fits may have been written

	r := newRig(t, nil)
	for _, s := range m.Unreadable() {
		_, err := r.read(s.Addr, s.Size)
		if s.Addr+s.Size < s.Addr {
			code(t, "read", err, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE)
		} else {
			code(t, "read", err, codes.OutOfRange, wire.ErrorDetail_REASON_UNMAPPED)
		}
	}
	got, err := r.read(m.Lo, 1<<62)
	code(t, "read all", err, codes.OutOfRange, wire.ErrorDetail_REASON_UNMAPPED)
	if len(got)%chunkSize != 0 || !bytes.Equal(got, m.Data[:len(got)]) {
		t.Errorf("%d bytes came", len(got))
	}
	if got, err := r.read(m.Lo, uint64(len(m.Mem))); err != nil || !bytes.Equal(got, m.Data) {
		t.Errorf("%d bytes came, %v", len(got), err)
	}
	if got, err := r.read(m.Lo, 0); err != nil || len(got) != 0 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}
