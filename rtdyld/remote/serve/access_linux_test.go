package serve

import (
	"bytes"
	"encoding/binary"
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

// TestStoreWords: words are stored where words are in reserved memory that may be written; all else is refused, and no fault.
func TestStoreWords(t *testing.T) {
	r := newRig(t, nil)
	at := r.reserve(1 << 16)
	if _, err := r.initialize(&wire.InitializeRequest{Segments: []*wire.Segment{
		{Addr: at, Size: 64, Content: 8, Kind: wire.Kind_KIND_WRITABLE}, {Addr: at + 1<<15, Size: 64, Kind: wire.Kind_KIND_READ_ONLY}}}, make([]byte, 8), 8); err != nil {
		t.Fatal(err)
	}
	store := func(addrs, words []uint64) error {
		_, err := r.Store(t.Context(), &wire.StoreRequest{Instance: r.id, Addrs: addrs, Words: words})
		return err
	}
	if err := store([]uint64{at + wordSize, at}, []uint64{0x01020304, 0x0a0b0c0d}); err != nil {
		t.Fatal(err)
	}
	want := make([]byte, 2*wordSize)
	for i, w := range []uint64{0x0a0b0c0d, 0x01020304} {
		if wordSize == 8 {
			binary.NativeEndian.PutUint64(want[8*i:], w)
		} else {
			binary.NativeEndian.PutUint32(want[4*i:], uint32(w))
		}
	}
	if got, err := r.read(at, 2*wordSize); err != nil || !bytes.Equal(got, want) {
		t.Errorf("% x, %v, want % x", got, err, want)
	}
	for _, c := range []struct {
		what       string
		addr, word uint64
		code       codes.Code
		reason     wire.ErrorDetail_Reason
	}{
		{"between words", at + 1, 1, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"before a reservation", at - wordSize, 1, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"behind one", at + 1<<16, 1, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"nowhere", 0, 1, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"the last word", ^uint64(wordSize - 1), 1, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"constants", at + 1<<15, 1, codes.OutOfRange, wire.ErrorDetail_REASON_UNMAPPED},
	} {
		code(t, c.what, store([]uint64{at, c.addr}, []uint64{0x77, c.word}), c.code, c.reason)
		if got, err := r.read(at, wordSize); err != nil || (c.code == codes.InvalidArgument) != bytes.Equal(got, want[:wordSize]) {
			t.Errorf("%s: % x, %v", c.what, got, err)
		}
		if err := store([]uint64{at}, []uint64{0x0a0b0c0d}); err != nil {
			t.Fatal(err)
		}
	}
	code(t, "without words", store([]uint64{at}, nil), codes.InvalidArgument, none)
	if wordSize == 4 {
		code(t, "too large", store([]uint64{at}, []uint64{1 << 32}), codes.InvalidArgument, none)
	}
}
