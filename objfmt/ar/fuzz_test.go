package ar_test

import (
	"io/fs"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
)

// FuzzParse reads whatever bytes there are as an archive, without a panic, and
// expects its ways to the same member to agree.
func FuzzParse(f *testing.F) {
	for fl := range objgen.NumArFlavours {
		for _, noIndex := range []bool{false, true} {
			gen := sample(fl)
			gen.NoIndex = noIndex
			f.Add(gen.Bytes())
			gen.Big = true
			f.Add(gen.Bytes())
		}
	}
	for _, fl := range []objgen.ArFlavour{objgen.ArGNU, objgen.ArGNU64} {
		gen := sample(fl)
		gen.Thin = true
		f.Add(gen.Bytes())
		gen.Members[2].Origin = 8
		f.Add(gen.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := ar.Parse("fuzz.a", data)
		if err != nil {
			return
		}
		a.External = func(string) (*objfmt.ObjectBuffer, error) {
			return objfmt.NewBuffer("external", data), nil
		}
		checkIndex(t, a)
		n, good := 0, true
		for m, err := range a.Members() {
			if err != nil {
				good = false
				break
			}
			n++
			if again, err := a.MemberAt(m.Offset); err != nil || again != m {
				t.Errorf("MemberAt(%#x): %v %v, want %v", m.Offset, again, err, m)
			}
			b, err := m.Bytes()
			if !a.Thin() && (err != nil || uint64(len(b)) != m.Size || len(b) > len(data)) {
				t.Errorf("%s: %d bytes of %d, %v", m, len(b), m.Size, err)
			}
			if buf, err := m.Buffer(); err == nil {
				if string(buf.Bytes()) != string(b) {
					t.Errorf("%s: Buffer and Bytes differ", m)
				}
				if err := buf.Close(); err != nil {
					t.Error(err)
				}
			}
			m.ModTime()
			m.Mode()
		}
		files, err := fs.ReadDir(a.FS(), ".")
		if good && (err != nil || len(files) != n) || !good && err == nil {
			t.Errorf("%d files and %d members, %v", len(files), n, err)
		}
		for _, file := range files {
			if _, err := fs.Stat(a.FS(), file.Name()); err != nil {
				t.Error(err)
			}
		}
		err = a.BuildIndex(func(m ar.Member, add func(string)) error {
			if b, err := m.Bytes(); err == nil && len(b) > 0 {
				add(string(b[:1]))
			}
			return nil
		})
		if err == nil {
			checkIndex(t, a)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
}

// checkIndex expects Lookup to find the first member that Symbols tells.
func checkIndex(t *testing.T, a *ar.Archive) {
	first := map[string]uint64{}
	whole := true
	for s, err := range a.Symbols() {
		if err != nil {
			whole = false
			break
		}
		if _, dup := first[s.Name]; !dup {
			first[s.Name] = s.Offset
		}
	}
	for name, off := range first {
		m, ok, err := a.Lookup(name)
		if ok && m.Offset != off || whole && !ok && err == nil {
			t.Errorf("Lookup(%q): %v %v %v, want one at %#x", name, m, ok, err, off)
		}
	}
}
