package ownmem

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestCopy reads and writes at the edges of what is mapped, by each way that there is.
func TestCopy(t *testing.T) {
	m := citest.MapEdges(t, 40)
	size, page := uint64(len(m.Mem)), uint64(os.Getpagesize())
	writable := m.Mem[:m.ReadOnly-m.Lo]
	clear(writable)
	if n, err := Write(m.Lo, m.Data[:len(writable)]); n != len(writable) || err != nil {
		t.Fatal(err)
	}
	b := make([]byte, size)
	for name, access := range map[string]func(s citest.Span, b []byte, write bool) (int, error){
		"system calls": func(s citest.Span, b []byte, write bool) (int, error) { return transfer(s.Addr, b, write) },
		"pipe":         func(s citest.Span, b []byte, write bool) (int, error) { return copyPipe(uintptr(s.Addr), b, write) },
	} {
		t.Run(name, func(t *testing.T) {
			for _, s := range []citest.Span{{Addr: m.Lo, Size: size}, {Addr: m.Lo + 3, Size: 5}, {Addr: m.Hi - 1, Size: 1}, {Addr: m.ReadOnly - 7, Size: page}} {
				clear(b)
				if n, err := access(s, b[:s.Size], false); err != nil || n != int(s.Size) || !bytes.Equal(b[:s.Size], m.Data[s.Addr-m.Lo:][:s.Size]) {
					t.Errorf("%d bytes at %#x differ, or %v", s.Size, s.Addr, err)
				}
			}
			for _, s := range m.Unreadable() {
				if n, err := access(s, b[:s.Size], false); err == nil || s.Addr >= m.Lo && s.Addr < m.Hi && uint64(n) > m.Hi-s.Addr {
					t.Errorf("read %d bytes at %#x: %v", s.Size, s.Addr, err)
				}
			}
			for _, s := range m.Unwritable() {
				copy(b, m.Data[min(s.Addr-m.Lo, size):])
				if _, err := access(s, b[:s.Size], true); err == nil {
					t.Errorf("%d bytes at %#x are written", s.Size, s.Addr)
				}
			}
			copy(b, "text")
			end := writable[len(writable)-4:]
			if _, err := access(citest.Span{Addr: m.ReadOnly - 4, Size: 4}, b[:4], true); err != nil || string(end) != "text" {
				t.Errorf("write: %v, % x", err, end)
			}
			copy(end, m.Data[len(writable)-4:])
			if !bytes.Equal(m.Mem, m.Data) {
				t.Error("memory has changed")
			}
		})
	}
}

// TestStore stores words at the edges of what is mapped.
func TestStore(t *testing.T) {
	m := citest.MapEdges(t, 40)
	writable := m.Mem[:m.ReadOnly-m.Lo]
	clear(writable)
	last := m.ReadOnly &^ (WordSize - 1)
	if last == m.ReadOnly {
		last -= WordSize
	}
	for _, at := range []uint64{(m.Lo + WordSize - 1) &^ (WordSize - 1), last} {
		if err := Store(at, 0x5a5a5a5a); err != nil {
			t.Errorf("at %#x: %v", at, err)
		}
		want := bytes.Repeat([]byte{0x5a}, 4)
		if got := m.Mem[at-m.Lo:][:WordSize]; !bytes.Contains(got, want) || bytes.Count(got, []byte{0}) != WordSize-4 {
			t.Errorf("at %#x: % x", at, got)
		}
		if err := Store(at+1, 0); !errors.Is(err, unix.EINVAL) {
			t.Errorf("between words: %v", err)
		}
	}
	before := bytes.Clone(m.Mem)
	for _, s := range m.Unwritable() {
		for at := (s.Addr + WordSize - 1) &^ (WordSize - 1); at >= s.Addr && at-s.Addr+WordSize <= s.Size; at += WordSize {
			if at >= m.Lo && at+WordSize <= m.ReadOnly || at != uint64(uintptr(at)) {
				continue
			}
			if err := Store(at, 1); !errors.Is(err, unix.EFAULT) {
				t.Errorf("%#x: %v", at, err)
			}
			if at-s.Addr > 1<<12 {
				break
			}
		}
	}
	if !bytes.Equal(before, m.Mem) {
		t.Error("memory has changed")
	}
}
