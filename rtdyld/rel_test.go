package rtdyld_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc/amd64"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// toREL rewrites an object's relocations as SHT_REL: addends go into the fields.
func toREL(t testing.TB, data []byte) []byte {
	t.Helper()
	data = bytes.Clone(data)
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	le := binary.LittleEndian
	shoff := le.Uint64(data[40:])
	for i, s := range f.Sections {
		if s.Type != elf.SHT_RELA {
			continue
		}
		h := data[shoff+64*uint64(i):]
		n := s.Size / 24
		le.PutUint32(h[4:], uint32(elf.SHT_REL))
		le.PutUint64(h[32:], 16*n) // sh_size
		le.PutUint64(h[56:], 16)   // sh_entsize
		target := f.Sections[s.Info]
		for k := range n {
			r := data[s.Offset+24*k:][:24]
			off, info, addend := le.Uint64(r), le.Uint64(r[8:]), le.Uint64(r[16:])
			field := data[target.Offset+off:]
			switch amd64.ELF.Rows[uint32(info)].Field.Width() {
			case 8:
				le.PutUint64(field, addend)
			case 4:
				le.PutUint32(field, uint32(addend))
			case 2:
				le.PutUint16(field, uint16(addend))
			case 1:
				field[0] = byte(addend)
			}
			w := data[s.Offset+16*k:]
			le.PutUint64(w, off)
			le.PutUint64(w[8:], info)
		}
	}
	return data
}

// relObjects are those whose fields can hold their addends.
var relObjects = []string{"direct", "base", "user", "call", "relax", "abs32", "init", "call_ext"}

// TestREL: objects whose addends lie in the fields link to the same bytes, also
// when they are relocated again.
func TestREL(t *testing.T) {
	link := func(rel bool) (*rig, []*objfmt.ObjectImage, []*rtdyld.Object) {
		r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x10000000}, Resolver: outside{"fun": {Addr: 0x20001000, Kind: rtdyld.Func}, "dat": {Addr: 0x20002000}}})
		var imgs []*objfmt.ObjectImage
		for _, n := range relObjects {
			data := file(t, n)
			if rel {
				data = toREL(t, data)
			}
			imgs = append(imgs, parse(t, n+".o", data))
		}
		objs, err := r.Load(t.Context(), imgs...)
		if err != nil {
			t.Fatal(err)
		}
		r.resolve()
		return r, imgs, objs
	}
	_, _, rela := link(false)
	r, imgs, rel := link(true)
	wantContents(t, "REL", contents(rel), contents(rela))
	apply(t, rel, map[string]map[string]uint64{"base": {".text": 0x11000000}, "call": {".data": 0x12000000}}, 0)
	r.finalize()
	citest.Need(t, "ld.lld")
	names := map[string]uint64{"fun": 0x20001000, "dat": 0x20002000}
	_, relocs, _ := compareStatic(t, rel, true, names, staticLink(t, []string{"ld.lld", "-O0"}, imgs, rel, names))
	t.Logf("%d relocations the same", relocs)
}
