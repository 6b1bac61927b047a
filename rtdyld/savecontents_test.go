package rtdyld_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestSaveContents: an image that is made in memory of the caller's is the one that is written; also if records do not tell beforehand what it will have.
func TestSaveContents(t *testing.T) {
	const pointers = "static int x; __thread struct { int *p; long rest[70]; } at[2000] = {[0 ... 1999] = {&x}}; void *where(void) { return at; }"
	pic := []string{"-target", "x86_64-linux-gnu", "-fPIC"}
	for name, imgs := range map[string][]*objfmt.ObjectImage{
		"program":                   compileSave(t, saveSources, pic...),
		"pointers in thread-locals": compileSave(t, []string{pointers}, pic...),
	} {
		t.Run(name, func(t *testing.T) {
			want, err := saved(t, rtdyld.SaveConfig{}, imgs...)
			if err != nil {
				t.Fatal(err)
			}
			calls := 0
			var mem []byte
			tail, err := saved(t, rtdyld.SaveConfig{Contents: func(size uint64) ([]byte, error) {
				calls++
				mem = make([]byte, size)
				return mem, nil
			}}, imgs...)
			if err != nil {
				t.Fatal(err)
			}
			if got := append(mem, tail...); !bytes.Equal(got, want) {
				t.Errorf("%d bytes are not the %d that are written", len(got), len(want))
			}
			if again := name != "program"; calls != 1 && !again || calls != 2 && again {
				t.Errorf("%d calls", calls)
			}
			none, err := saved(t, rtdyld.SaveConfig{Contents: func(uint64) ([]byte, error) { return nil, nil }}, imgs...)
			if err != nil || !bytes.Equal(none, want) {
				t.Errorf("without memory: %d bytes, %v", len(none), err)
			}
		})
	}
}

// TestSaveContentsFails: errors are told, and objects stay as they are.
func TestSaveContentsFails(t *testing.T) {
	l := newRig(t, rtdyld.Config{Memory: &memory{}, TLS: &anyTLS{}, Image: true})
	if _, err := l.Load(t.Context(), compileSave(t, saveSources, "-target", "x86_64-linux-gnu", "-fPIC")...); err != nil {
		t.Fatal(err)
	}
	failure := errors.New("no room")
	for _, c := range []struct {
		f    func(uint64) ([]byte, error)
		want error
	}{
		{func(uint64) ([]byte, error) { return nil, failure }, failure},
		{func(size uint64) ([]byte, error) { return make([]byte, size+1), nil }, rtdyld.ErrNotSavable},
	} {
		var b bytes.Buffer
		if err := l.Save(t.Context(), &b, rtdyld.SaveConfig{Contents: c.f}); !errors.Is(err, c.want) || b.Len() > 0 {
			t.Errorf("%v, %d bytes, want %v", err, b.Len(), c.want)
		}
	}
	var b bytes.Buffer
	if err := l.Save(t.Context(), &b, rtdyld.SaveConfig{}); err != nil || b.Len() == 0 {
		t.Errorf("afterwards: %d bytes, %v", b.Len(), err)
	}
}
