package rowtest

import (
	"bytes"

	"github.com/go-rtdyld/rtdyld/reloc"
)

// byPatch writes the field of a relocation alone by its patch, if it has one: that must be what Apply writes, or nothing.
func (w *World) byPatch(rs []reloc.Reloc) {
	w.t.Helper()
	const start = 24 // of the section in what is copied
	env, at := w.Env, w.Contents
	p, ok := env.Table.NewPatch(env.Order, env.Made, at.File, start, &rs[0])
	if !ok || len(rs) > 1 {
		return
	}
	at.Mem = bytes.Clone(at.Mem)
	got := append(make([]byte, start), at.Mem...)
	before := bytes.Clone(got)
	if n := env.Patch(got, at.Addr-start, []reloc.Patch{p}); n == 0 {
		if !bytes.Equal(got, before) {
			w.t.Errorf("%+v by patch writes % x and says that it does not", rs, got)
		}
		return
	}
	if _, v, why := env.Apply(&at, rs); why != reloc.OK || !bytes.Equal(got[start:], at.Mem) {
		w.t.Errorf("%+v by patch: % x\nwant % x, value %#x, fault %d", rs, got[start:], at.Mem, v, why)
	}
}
