package ar_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
)

// FuzzParse is package fuzz's FuzzArchive from archives with everything in them.
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
	f.Fuzz(func(t *testing.T, data []byte) { fuzz.Archive(t, data, 0) })
}
