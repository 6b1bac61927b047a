package remote

import (
	"bytes"
	"math/rand/v2"
	"sync"
	"testing"
)

// TestPump: what is written before settle has arrived after it, whole and alone, however
// it is cut; with nobody waiting nothing is held back.
func TestPump(t *testing.T) {
	var got bytes.Buffer
	p, err := newPump(&got)
	if err != nil {
		t.Fatal(err)
	}
	go p.copy()
	var want bytes.Buffer
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		b := bytes.Repeat([]byte{byte(i)}, r.IntN(3000))
		for len(b) > 0 {
			n := 1 + r.IntN(len(b))
			if _, err := p.w.Write(b[:n]); err != nil {
				t.Fatal(err)
			}
			want.Write(b[:n])
			b = b[n:]
		}
		p.settle()
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Fatalf("round %d: %d bytes have arrived, want %d", i, got.Len(), want.Len())
		}
	}
	var wg sync.WaitGroup
	wg.Go(func() { // more than a pipe holds
		b := bytes.Repeat([]byte("x"), 300<<10)
		for range 10 {
			if _, err := p.w.Write(b); err != nil {
				t.Error(err)
			}
			want.Write(b)
		}
	})
	for range 8 {
		wg.Go(func() {
			for range 50 {
				p.settle()
			}
		})
	}
	wg.Wait()
	p.close()
	p.settle() // does not hang
	if !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Errorf("%d bytes in all, want %d", got.Len(), want.Len())
	}
	if s := p.last(); len(s) != tailSize && s != want.String() {
		t.Errorf("the end has %d bytes", len(s))
	}
}

func TestOverlap(t *testing.T) {
	for _, c := range []struct {
		data, mark string
		want       int
	}{{"", "abc", 0}, {"xxab", "abc", 2}, {"xxa", "abc", 1}, {"abc", "abc", 0}, {"aab", "aabx", 3}, {"b", "abc", 0}, {"ababab", "abababc", 6}} {
		if got := overlap([]byte(c.data), []byte(c.mark)); got != c.want {
			t.Errorf("%q, %q: %d", c.data, c.mark, got)
		}
	}
}
