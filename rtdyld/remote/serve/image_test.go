package serve

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

const (
	imagePage = 64 << 10 // of every host at least
	imageAt   = 0x4000_0000
)

// imageRequest asks for an image of a segment of constants and one of data, which has a page more than the file.
func imageRequest() *wire.MapImageRequest {
	data := slices.Concat(bytes.Repeat([]byte("read"), imagePage/4), bytes.Repeat([]byte("data"), imagePage/4))
	return &wire.MapImageRequest{
		Base: imageAt, Size: 4 * imagePage, Page: imagePage, Length: uint64(len(data)), Data: data,
		Segments: []*wire.ImageSegment{
			{Addr: imageAt, Size: imagePage, Content: imagePage, Kind: wire.Kind_KIND_READ_ONLY},
			{Addr: imageAt + 2*imagePage, Size: 2 * imagePage, Offset: imagePage, Content: imagePage, Kind: wire.Kind_KIND_WRITABLE, Writes: true},
		},
	}
}

// mapImage makes the request, with its contents in several messages.
func (r *rig) mapImage(req *wire.MapImageRequest) (*wire.MapImageReply, error) {
	data := req.Data
	req.Instance, req.Data = r.id, nil
	s, err := r.MapImage(r.t.Context())
	if err != nil {
		return nil, err
	}
	for err == nil {
		if err = s.Send(req); len(data) == 0 {
			break
		}
		n := min(len(data), 50_000)
		req, data = &wire.MapImageRequest{Data: data[:n]}, data[n:]
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	return s.CloseAndRecv()
}

func (r *rig) finishImage(reqs ...*wire.FinishImageRequest) error {
	s, err := r.FinishImage(r.t.Context())
	if err != nil {
		return err
	}
	for _, req := range reqs {
		req.Instance = r.id
		if err = s.Send(req); err != nil {
			break
		}
	}
	if err != nil && err != io.EOF {
		return err
	}
	_, err = s.CloseAndRecv()
	return err
}

// imageRig is a rig that maps images.
func imageRig(t testing.TB, change func(*Config)) *rig {
	return newRig(t, func(o *Config) {
		m, err := mem.NewImages(mem.ImagesConfig{})
		if err != nil {
			t.Skip(err)
		}
		o.Images = m
		o.Library = func(name string) (rtdyld.ImageLibrary, bool) {
			return rtdyld.ImageLibrary{BuildID: []byte(name)}, name != "other"
		}
		if change != nil {
			change(o)
		}
	})
}

// TestImage: an image is mapped with what is sent, written to where it may be, once, and unmapped; its unwind table is not read.
func TestImage(t *testing.T) {
	r := imageRig(t, nil)
	m := must[*wire.MapImageReply](t)(r.mapImage(imageRequest()))
	second := must[*wire.MapImageReply](t)(r.mapImage(imageRequest()))
	if m.Base == second.Base || m.Base%imagePage != 0 || second.Base%imagePage != 0 {
		t.Errorf("images at %#x and %#x", m.Base, second.Base)
	}
	data := m.Base + 2*imagePage
	err := r.finishImage(
		&wire.FinishImageRequest{Id: m.Id, Writes: []*wire.Range{{Addr: data, Size: 3}, {Addr: data + 8, Size: 2}}, Data: []byte("newer")},
		&wire.FinishImageRequest{Writes: []*wire.Range{{Addr: data + 2*imagePage - 4, Size: 4}}, Data: []byte("last")})
	if err != nil {
		t.Fatal(err)
	}
	for addr, want := range map[uint64]string{m.Base + imagePage - 4: "read", data: "newadataerta", data + imagePage - 4: "data", data + imagePage: "\x00\x00\x00", data + 2*imagePage - 4: "last"} {
		if got, err := r.read(addr, uint64(len(want))); err != nil || string(got) != want {
			t.Errorf("%q at %#x, not %q, %v", got, addr-m.Base, want, err)
		}
	}
	if err := r.write(data, []byte("x")); err != nil {
		t.Error(err)
	}
	code(t, "write constants", r.write(m.Base, []byte("x")), codes.OutOfRange, wire.ErrorDetail_REASON_UNMAPPED)
	code(t, "finish it again", r.finishImage(&wire.FinishImageRequest{Id: m.Id}), codes.InvalidArgument, none)

	r.p.told()
	frames := []*wire.Frames{{Whole: true, Tables: []*wire.Range{{Addr: m.Base, Size: 8}}}}
	must[*wire.AttachReply](t)(r.Attach(t.Context(), &wire.AttachRequest{Instance: r.id, Frames: frames}))
	r.p.want(t, fmt.Sprintf("register .eh_frame %x 72 65 61 64 72 65 61 64 0 0-0 whole", m.Base), "attach init [] fini []")
	must[*wire.DetachReply](t)(r.Detach(t.Context(), &wire.DetachRequest{Instance: r.id, Frames: frames}))

	for _, id := range []uint64{second.Id, m.Id} { // finished or not
		must[*wire.UnmapImageReply](t)(r.UnmapImage(t.Context(), &wire.UnmapImageRequest{Instance: r.id, Id: id}))
	}
	_, err = r.read(m.Base, 1)
	code(t, "read an image that is unmapped", err, codes.OutOfRange, wire.ErrorDetail_REASON_UNMAPPED)
	_, err = r.UnmapImage(t.Context(), &wire.UnmapImageRequest{Instance: r.id, Id: m.Id})
	code(t, "unmap it again", err, codes.NotFound, wire.ErrorDetail_REASON_UNKNOWN_ID)
	code(t, "finish it", r.finishImage(&wire.FinishImageRequest{Id: m.Id}), codes.NotFound, wire.ErrorDetail_REASON_UNKNOWN_ID)
	if s := r.srv; s.space.total != 0 || s.memory.used != 0 || len(s.images) != 0 {
		t.Errorf("left: %d, %d, %d", s.space.total, s.memory.used, len(s.images))
	}
}

// TestImageRefused: what no image can be is refused before anything is mapped, and counts for nothing.
func TestImageRefused(t *testing.T) {
	r := imageRig(t, func(o *Config) { o.MaxReserved, o.MaxMemory = 8*imagePage, 6*imagePage })
	for _, c := range []struct {
		name   string
		change func(q *wire.MapImageRequest)
		code   codes.Code
		reason wire.ErrorDetail_Reason
	}{
		{"no segments", func(q *wire.MapImageRequest) { q.Segments = nil }, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"beyond the end of addresses", func(q *wire.MapImageRequest) { q.Base = ^uint64(imagePage - 1); q.Segments[0].Addr = q.Base }, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"no segment at the base", func(q *wire.MapImageRequest) { q.Base -= imagePage }, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"too large", func(q *wire.MapImageRequest) { q.Size = 9 * imagePage }, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"too much memory", func(q *wire.MapImageRequest) { q.Size, q.Segments[1].Size = 8*imagePage, 6*imagePage }, codes.ResourceExhausted, wire.ErrorDetail_REASON_LIMIT},
		{"too long", func(q *wire.MapImageRequest) { q.Length = 7 * imagePage }, codes.ResourceExhausted, wire.ErrorDetail_REASON_LIMIT},
		{"no page", func(q *wire.MapImageRequest) { q.Page = 3000 }, codes.InvalidArgument, none},
		{"nowhere", func(q *wire.MapImageRequest) { q.Fixed, q.Elsewhere = true, true }, codes.InvalidArgument, none},
		{"no kind", func(q *wire.MapImageRequest) { q.Segments[0].Kind = 9 }, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"an empty segment", func(q *wire.MapImageRequest) { q.Segments[0].Size, q.Segments[0].Content = 0, 0 }, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"more contents than memory", func(q *wire.MapImageRequest) { q.Segments[0].Content++ }, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"half a page", func(q *wire.MapImageRequest) { q.Segments[1].Offset -= 512 }, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"overlapping", func(q *wire.MapImageRequest) { q.Segments[0].Size = 3 * imagePage }, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"behind the end", func(q *wire.MapImageRequest) { q.Segments[1].Addr += 2 * imagePage }, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"not in the file", func(q *wire.MapImageRequest) { q.Segments[1].Offset += imagePage }, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"at the end of offsets", func(q *wire.MapImageRequest) { q.Segments[1].Offset = ^uint64(imagePage - 1) }, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE},
		{"less than is said", func(q *wire.MapImageRequest) { q.Data = q.Data[1:] }, codes.InvalidArgument, none},
		{"more than is said", func(q *wire.MapImageRequest) { q.Length-- }, codes.InvalidArgument, none},
	} {
		q := imageRequest()
		c.change(q)
		_, err := r.mapImage(q)
		code(t, c.name, err, c.code, c.reason)
	}
	m := must[*wire.MapImageReply](t)(r.mapImage(imageRequest()))
	for _, w := range []*wire.Range{{Addr: m.Base, Size: 1}, {Addr: m.Base + imagePage, Size: 1}, {Addr: m.Base + 4*imagePage - 1, Size: 2}, {Addr: m.Base + 2*imagePage, Size: ^uint64(0)}} {
		code(t, "write elsewhere", r.finishImage(&wire.FinishImageRequest{Id: m.Id, Writes: []*wire.Range{w}, Data: []byte("x")}), codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE)
	}
	for _, data := range []string{"", "xx"} {
		w := []*wire.Range{{Addr: m.Base + 2*imagePage, Size: 1}}
		code(t, "write another size", r.finishImage(&wire.FinishImageRequest{Id: m.Id, Writes: w, Data: []byte(data)}), codes.InvalidArgument, none)
	}
	taken := imageRequest()
	taken.Base, taken.Fixed, taken.Size = m.Base, true, imagePage
	taken.Segments = taken.Segments[:1]
	taken.Segments[0].Addr = m.Base
	_, err := r.mapImage(taken)
	code(t, "a base that is taken", err, codes.FailedPrecondition, wire.ErrorDetail_REASON_IMAGE_BASE)
	must[*wire.UnmapImageReply](t)(r.UnmapImage(t.Context(), &wire.UnmapImageRequest{Instance: r.id, Id: m.Id}))
	if s := r.srv; s.space.total != 0 || s.memory.used != 0 || len(s.images) != 0 {
		t.Errorf("left: %d, %d, %d", s.space.total, s.memory.used, len(s.images))
	}
	r = newRig(t, nil)
	_, err = r.mapImage(imageRequest())
	code(t, "no images", err, codes.Unimplemented, none)
	_, err = r.Libraries(t.Context(), &wire.LibrariesRequest{Instance: r.id})
	code(t, "no libraries", err, codes.Unimplemented, none)
}

// TestLibraries: what libraries there are is told.
func TestLibraries(t *testing.T) {
	r := imageRig(t, nil)
	reply := must[*wire.LibrariesReply](t)(r.Libraries(t.Context(), &wire.LibrariesRequest{Instance: r.id, Names: [][]byte{[]byte("one"), []byte("other")}}))
	if l := reply.Libraries; len(l) != 2 || !l[0].Found || string(l[0].BuildId) != "one" || l[1].Found {
		t.Errorf("%v", l)
	}
}
