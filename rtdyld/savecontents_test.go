package rtdyld_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
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

// TestSaveFile: a file has what Save writes, whether another one is replaced or not; after an error the other one is there still.
func TestSaveFile(t *testing.T) {
	for name, sources := range map[string][]string{"small": saveSources, "large": {"char many[3 << 20] = {1}; int run(void) { return many[5]; }"}} {
		t.Run(name, func(t *testing.T) {
			imgs := compileSave(t, sources, "-target", "x86_64-linux-gnu", "-fPIC")
			want, err := saved(t, rtdyld.SaveConfig{}, imgs...)
			if err != nil {
				t.Fatal(err)
			}
			l := newRig(t, rtdyld.Config{Memory: &memory{}, TLS: &anyTLS{}, Image: true})
			if _, err := l.Load(t.Context(), imgs...); err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			path := filepath.Join(folder, "x.so")
			for range 2 {
				if err := l.SaveFile(t.Context(), path, rtdyld.SaveConfig{}); err != nil {
					t.Fatal(err)
				}
				if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%d bytes, %v, are not the %d that Save writes", len(got), err, len(want))
				}
			}
			if err := l.SaveFile(t.Context(), path, rtdyld.SaveConfig{Base: 1}); !errors.Is(err, rtdyld.ErrNotSavable) {
				t.Errorf("an odd base: %v", err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if err := l.SaveFile(ctx, path, rtdyld.SaveConfig{}); !errors.Is(err, context.Canceled) {
				t.Errorf("ended: %v", err)
			}
			if err := l.SaveFile(t.Context(), filepath.Join(folder, "none", "x.so"), rtdyld.SaveConfig{}); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("without a folder: %v", err)
			}
			if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
				t.Errorf("afterwards: %d bytes, %v", len(got), err)
			}
			if all, err := os.ReadDir(folder); err != nil || len(all) != 1 {
				t.Errorf("%v, %v, want one file", all, err)
			}
		})
	}
}
