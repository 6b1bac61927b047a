package mem

import (
	"bytes"
	"context"
	"errors"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// imageFile makes a file of four segments of a page each, and the request for it. The last has a page of zeros behind its contents, which end in the middle
// of one.
func imageFile(t *testing.T, page uint64) *rtdyld.ImageRequest {
	data := make([]byte, 4*page)
	for i := range data {
		data[i] = byte(1 + uint64(i)/page)
	}
	path := filepath.Join(t.TempDir(), "image")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	base := uint64(0x3c_0000_0000) // where nothing is
	if bits.UintSize == 32 {
		base = 0x7000_0000
	}
	req := &rtdyld.ImageRequest{Name: "image", File: f, Data: data, Base: base, Size: 5 * page, Page: page}
	for i, kind := range []objfmt.Kind{objfmt.KindReadOnly, objfmt.KindCode, objfmt.KindReadOnly, objfmt.KindWritable} {
		at := uint64(i) * page
		req.Segments = append(req.Segments, rtdyld.ImageSegment{Addr: base + at, Size: page, Off: at, FileSize: page, Kind: kind, Writes: i >= 2})
	}
	req.Segments[3].Size, req.Segments[3].FileSize = 2*page, page/2
	return req
}

// TestImages: segments lie as in the file and at the base that is asked for, or elsewhere; what is written stays here; where a file cannot be mapped it is
// copied. Pages of constants that another base has written are asked for all at a time.
func TestImages(t *testing.T) {
	sys, err := hostSystem(true)
	if err != nil {
		t.Skip(err)
	}
	page, ctx := sys.page, context.Background()
	for name, change := range map[string]func(m *Images, req *rtdyld.ImageRequest){
		"mapped":     func(*Images, *rtdyld.ImageRequest) {},
		"elsewhere":  func(_ *Images, req *rtdyld.ImageRequest) { req.Elsewhere = true },
		"no file":    func(_ *Images, req *rtdyld.ImageRequest) { req.File = nil },
		"no mapping": func(m *Images, _ *rtdyld.ImageRequest) { m.sys.mapFile = nil },
		"mmap fails": func(m *Images, _ *rtdyld.ImageRequest) {
			m.sys.mapFile = func(*os.File, uint64, []byte, prot) error { return errTaken }
		},
		"larger pages": func(_ *Images, req *rtdyld.ImageRequest) { req.Elsewhere, req.Page = true, 4*page },
	} {
		t.Run(name, func(t *testing.T) {
			own := *sys
			m := &Images{sys: &own}
			var populated []uint64
			own.populate = func(b []byte) { populated = append(populated, address(b)); sys.populate(b) }
			req := imageFile(t, page)
			change(m, req)
			a, err := m.MapImage(ctx, req)
			if err != nil {
				t.Fatal(err)
			}
			bs := a.Blocks()
			if at := bs[0].Addr; !req.Elsewhere && at != req.Base || at%req.Page != 0 {
				t.Errorf("it is at %#x", at)
			}
			if got, want := populated, []uint64{bs[2].Addr}; req.Elsewhere && !slices.Equal(got, want) || !req.Elsewhere && got != nil {
				t.Errorf("pages were asked for at %#x, want %#x: what is written elsewhere and constant then", got, want)
			}
			for i, b := range bs {
				s := req.Segments[i]
				if b.Addr-bs[0].Addr != s.Addr-req.Base || uint64(len(b.Mem)) != s.Size || address(b.Mem) != b.Addr {
					t.Errorf("segment %d: %#x bytes at %#x", i, len(b.Mem), b.Addr)
				}
				want := append(bytes.Clone(req.Data[s.Off:][:s.FileSize]), make([]byte, s.Size-s.FileSize)...)
				if !bytes.Equal(b.Mem, want) {
					t.Errorf("segment %d has other contents", i)
				}
				if s.Writes {
					b.Mem[7] = 0xee
				}
			}
			if err := a.Finalize(ctx); err != nil {
				t.Fatal(err)
			}
			bs[3].Mem[len(bs[3].Mem)-1] = 1
			list := regions(t)
			for i, want := range []string{"r--p", "r-xp", "r--p", "rw-p"} {
				if got := perms(list, bs[i].Addr, uint64(len(bs[i].Mem))); got != want && tellsMemory { // an emulator has code be readable alone, and tells both as one
					t.Errorf("segment %d is %s", i, got)
				}
			}
			if got, err := os.ReadFile(imagePath(req)); err == nil && !bytes.Equal(got, req.Data) {
				t.Error("the file was written")
			}
			if err := a.Release(ctx); err != nil {
				t.Fatal(err)
			}
			if err := a.Release(ctx); !errors.Is(err, ErrReleased) {
				t.Errorf("released twice: %v", err)
			}
			if err := a.Finalize(ctx); !errors.Is(err, ErrReleased) {
				t.Errorf("finalized after that: %v", err)
			}
		})
	}
}

func imagePath(req *rtdyld.ImageRequest) string {
	if req.File == nil {
		return ""
	}
	return req.File.Name()
}

// TestImagesTaken: where the base is taken an image goes elsewhere, or is refused if it cannot.
func TestImagesTaken(t *testing.T) {
	m, err := NewImages(ImagesConfig{})
	if err != nil {
		t.Skip(err)
	}
	ctx := context.Background()
	req := imageFile(t, m.sys.page)
	first, err := m.MapImage(ctx, req)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Release(ctx)
	second, err := m.MapImage(ctx, req)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Release(ctx)
	if a, b := first.Blocks()[0].Addr, second.Blocks()[0].Addr; a != req.Base || b == a {
		t.Errorf("at %#x and %#x", a, b)
	}
	req.Fixed = true
	if _, err := m.MapImage(ctx, req); !errors.Is(err, rtdyld.ErrImageBase) {
		t.Errorf("%v", err)
	}
	done, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := m.MapImage(done, req); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestImagesApart: an image whose own base is where none is to be lies elsewhere, near an address if there is one, unless it runs nowhere else.
func TestImagesApart(t *testing.T) {
	sys, err := hostSystem(true)
	if err != nil {
		t.Skip(err)
	}
	ctx := context.Background()
	req := imageFile(t, sys.page)
	near := req.Base + 16<<20
	for _, tt := range []struct {
		name  string
		cfg   ImagesConfig
		fixed bool
		there bool // it is at its base
	}{
		{"there", ImagesConfig{}, false, true},
		{"before", ImagesConfig{Apart: rtdyld.AddressRange{First: 1, Last: req.Base - 1}}, false, true},
		{"behind", ImagesConfig{Apart: rtdyld.AddressRange{First: req.Base + req.Size, Last: req.Base + 1<<30}}, false, true},
		{"over its end", ImagesConfig{Near: near, Apart: rtdyld.AddressRange{First: req.Base + req.Size - 1, Last: req.Base + 1<<20}}, false, false},
		{"over its start", ImagesConfig{Near: near, Apart: rtdyld.AddressRange{First: 1, Last: req.Base}}, false, false},
		{"fixed", ImagesConfig{Near: near, Apart: rtdyld.AddressRange{First: 1, Last: req.Base}}, true, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := NewImages(tt.cfg)
			if err != nil {
				t.Fatal(err)
			}
			one := *req
			one.Fixed = tt.fixed
			a, err := m.MapImage(ctx, &one)
			if err != nil {
				t.Fatal(err)
			}
			defer a.Release(ctx)
			at := a.Blocks()[0].Addr
			if (at == req.Base) != tt.there {
				t.Errorf("it is at %#x", at)
			}
			if d := int64(at - near); !tt.there && bits.UintSize == 64 && (d > 2<<30 || d < -2<<30) {
				t.Errorf("it is at %#x, not near %#x", at, near)
			}
			if !tt.there && at <= tt.cfg.Apart.Last && at+req.Size > tt.cfg.Apart.First && tt.cfg.Apart.First > 1 {
				t.Errorf("it is at %#x, where none is to be", at)
			}
		})
	}
}
