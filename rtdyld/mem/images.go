package mem

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Images maps linked images into this process. Code and constants are pages of the file, which other processes share; of what is written a page becomes
// this process's own when its first word is. Where a file cannot be mapped so, or there is none, all of it is copied. All methods may be called concurrently.
type Images struct {
	sys *system
	cfg ImagesConfig
}

// ImagesConfig says how images are mapped. The zero value is usable.
type ImagesConfig struct {
	// Near is an address within 2 GiB of which images lie that are not at their own bases. 0: they lie where the host likes.
	Near uint64
	// Apart are addresses where no image lies, unless it runs at its recorded base alone; Near is to be far from them. Zero: there are none.
	Apart rtdyld.AddressRange
}

var _ rtdyld.ImageMapper = (*Images)(nil)

// NewImages makes an Images. Errors match objfmt.ErrUnsupported on a host without an in-process manager.
func NewImages(cfg ImagesConfig) (*Images, error) {
	sys, err := hostSystem(true)
	if err != nil {
		return nil, err
	}
	return &Images{sys, cfg}, nil
}

// MapImage implements [rtdyld.ImageMapper]. Errors besides rtdyld.ErrImageBase are *[SystemError], and those of ctx.
func (m *Images) MapImage(ctx context.Context, req *rtdyld.ImageRequest) (rtdyld.Allocation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a := &imageAllocation{sys: m.sys, cfg: &m.cfg}
	if err := a.reserve(req); err != nil {
		return nil, err
	}
	for i := range req.Segments {
		if err := a.segment(ctx, req, &req.Segments[i]); err != nil {
			return nil, errors.Join(err, m.sys.unmap(a.whole))
		}
	}
	return a, nil
}

// imageAllocation is a mapped image.
type imageAllocation struct {
	sys    *system
	cfg    *ImagesConfig
	whole  []byte // what is to be unmapped
	region []byte // the part of it from the image's base on
	blocks []rtdyld.Block

	mu       sync.Mutex
	protects []protected // by Finalize
	released bool
}

// protected is memory that is to have other permissions.
type protected struct {
	mem []byte
	to  prot
}

// reserve finds room for the image.
func (a *imageAllocation) reserve(req *rtdyld.ImageRequest) (err error) {
	apart := req.Base <= a.cfg.Apart.Last && a.cfg.Apart.First < req.Base+req.Size && !req.Fixed
	if !req.Elsewhere && !apart && req.Base != 0 && req.Base%a.sys.page == 0 {
		a.whole, err = a.sys.reserve(req.Base, req.Size, mapExact)
		if a.region = a.whole; err == nil {
			return nil
		}
	}
	if req.Fixed {
		if err == nil {
			err = errTaken
		}
		return fmt.Errorf("mem: %#x bytes at %#x: %w: %w", req.Size, req.Base, rtdyld.ErrImageBase, err)
	}
	more := uint64(0)
	if req.Page > a.sys.page {
		more = req.Page
	}
	if a.cfg.Near != 0 {
		a.whole, err = a.sys.reserveNear(alignUp(req.Size+more, a.sys.page), &want{near: [2]uint64{a.cfg.Near, a.cfg.Near}})
	} else {
		a.whole, err = a.sys.reserve(0, req.Size+more, mapAny)
	}
	if err != nil {
		return err
	}
	a.region = a.whole[alignUp(address(a.whole), req.Page)-address(a.whole):][:req.Size]
	return nil
}

var imageProt = [objfmt.NumKinds]prot{objfmt.KindCode: protRX, objfmt.KindReadOnly: protR, objfmt.KindWritable: protRW}

// segment maps or copies a segment.
func (a *imageAllocation) segment(ctx context.Context, req *rtdyld.ImageRequest, s *rtdyld.ImageSegment) error {
	mem := a.region[s.Addr-req.Base:][:s.Size:s.Size]
	a.blocks = append(a.blocks, rtdyld.Block{Mem: mem, Addr: address(mem)})
	final, now := imageProt[s.Kind], imageProt[s.Kind]
	if s.Writes {
		now = protRW
	}
	n := min(alignUp(s.FileSize, a.sys.page), s.Size) // bytes in pages with contents
	contents := req.Data[s.Off:][:s.FileSize]
	if !a.mapped(req, s, mem[:n], now) {
		if now = protRW; n > 0 {
			if err := a.sys.protect(mem[:n], now); err != nil {
				return err
			}
			copy(mem, contents)
		}
	} else if s.Writes && n > s.FileSize {
		if rest := req.Data[s.Off+s.FileSize:]; !zero(rest[:min(n-s.FileSize, uint64(len(rest)))]) {
			clear(mem[s.FileSize:n]) // something else follows in the file
		}
	}
	if n < s.Size { // pages that no file has
		now = protRW
		if err := a.sys.protect(mem[n:], now); err != nil {
			return err
		}
	}
	if s.Writes && s.Kind == objfmt.KindReadOnly && address(a.region) != req.Base {
		a.sys.populate(mem) // the journal of another base writes most of its pages
	}
	if now != final {
		a.protects = append(a.protects, protected{mem, final})
	}
	return ctx.Err()
}

// mapped maps a file's pages; false if that cannot be.
func (a *imageAllocation) mapped(req *rtdyld.ImageRequest, s *rtdyld.ImageSegment, pages []byte, p prot) bool {
	if req.File == nil || a.sys.mapFile == nil || len(pages) == 0 || s.Off%a.sys.page != 0 || address(pages)%a.sys.page != 0 {
		return false
	}
	return a.sys.mapFile(req.File, s.Off, pages, p) == nil
}

// zero reports whether bytes are all 0.
func zero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// Blocks implements [rtdyld.Allocation].
func (a *imageAllocation) Blocks() []rtdyld.Block { return a.blocks }

// Finalize implements [rtdyld.Allocation].
func (a *imageAllocation) Finalize(context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.released {
		return ErrReleased
	}
	for len(a.protects) > 0 {
		p := a.protects[0]
		if p.to == protRX { // it was copied
			if err := a.sys.flush(p.mem); err != nil {
				return err
			}
		}
		if err := a.sys.protect(p.mem, p.to); err != nil {
			return err
		}
		a.protects = a.protects[1:]
	}
	return nil
}

// Release implements [rtdyld.Allocation].
func (a *imageAllocation) Release(context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.released {
		return ErrReleased
	}
	a.released, a.protects = true, nil
	return a.sys.unmap(a.whole)
}
