package mem

import (
	"context"
	"fmt"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Sections is a memory manager in the manner of RuntimeDyld's: it gives memory a section
// at a time. Sizes and alignments are bytes; id is the section's index in its file, or the
// ID of one that the linker makes, whose name is in angle brackets. Methods may be called
// concurrently, for different batches.
type Sections interface {
	// AllocateCodeSection returns memory that is writable now and can be made
	// executable, at least of the size and with the alignment asked for.
	AllocateCodeSection(ctx context.Context, size, align uint64, id objfmt.SectionID, name string) (rtdyld.Block, error)
	// AllocateDataSection returns memory that is writable now and, if readOnly, is to be
	// made read-only by FinalizeMemory.
	AllocateDataSection(ctx context.Context, size, align uint64, id objfmt.SectionID, name string, readOnly bool) (rtdyld.Block, error)
	// FinalizeMemory gives the blocks of one batch their permissions and makes the code in
	// them visible to instruction fetch.
	FinalizeMemory(ctx context.Context, blocks []rtdyld.Block) error
	// ReleaseMemory is told that the linker has no more use for the blocks of a batch.
	ReleaseMemory(ctx context.Context, blocks []rtdyld.Block) error
}

// NewSections makes a memory manager of one that gives memory by section. The
// linker's [rtdyld.Config] must have BySection set, so that it asks so. What belongs to
// no section, stubs and copies that several objects share, is asked for as sections
// named <canonical>. The error says that s is nil.
func NewSections(s Sections) (rtdyld.MemoryManager, error) {
	if s == nil {
		return nil, fmt.Errorf("mem: %w: Sections", ErrNoCallback)
	}
	return NewCallbacks(Callbacks{
		AllocateCode: func(ctx context.Context, q rtdyld.Request) (rtdyld.Block, error) {
			return s.AllocateCodeSection(ctx, q.Size, q.Align, q.Section, sectionName(&q))
		},
		AllocateData: func(ctx context.Context, q rtdyld.Request, readOnly bool) (rtdyld.Block, error) {
			return s.AllocateDataSection(ctx, q.Size, q.Align, q.Section, sectionName(&q), readOnly)
		},
		Finalize: s.FinalizeMemory,
		Destroy:  s.ReleaseMemory,
	})
}

func sectionName(q *rtdyld.Request) string {
	if q.Name == "" {
		return q.Object
	}
	return q.Name
}

// TLSSections gives room for thread-locals, in the manner of RuntimeDyld's
// allocateTLSSection.
type TLSSections interface {
	// AllocateTLSSection makes room for the thread-locals of an object in each thread. Sizes
	// are bytes; name is the object's.
	AllocateTLSSection(ctx context.Context, size, align uint64, name string) (TLSSection, error)
	// ReleaseTLSSection takes it back.
	ReleaseTLSSection(ctx context.Context, s TLSSection) error
}

// TLSSection is where an object's thread-locals are.
type TLSSection struct {
	Offset    int64  // of the block's start from the thread pointer, in each thread
	Module    uint64 // for general dynamic accesses, if there are any
	DTPOffset uint64 // of the block's start in the module's block
	// Image is where the linker puts the initial contents, as long as the size asked for. The
	// owner of threads copies it to each.
	Image []byte
}

// NewTLSSections makes a provider of thread-locals of one that gives room by section. The
// error says that s is nil.
func NewTLSSections(s TLSSections) (rtdyld.TLSProvider, error) {
	if s == nil {
		return nil, fmt.Errorf("mem: %w: TLSSections", ErrNoCallback)
	}
	return tlsSections{s}, nil
}

type tlsSections struct{ s TLSSections }

// Define implements [rtdyld.TLSProvider].
func (p tlsSections) Define(ctx context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	sec, err := p.s.AllocateTLSSection(ctx, req.Size, req.Align, req.Object)
	if err != nil {
		return nil, fmt.Errorf("mem: allocate thread-locals of %s, %d bytes: %w", req.Object, req.Size, err)
	}
	b := &tlsSection{p.s, sec}
	if uint64(len(sec.Image)) < req.Size {
		err := &RequestError{0, req.Object, fmt.Sprintf("image of thread-locals has %d bytes, %d asked", len(sec.Image), req.Size)}
		b.Release(ctx)
		return nil, err
	}
	return b, nil
}

type tlsSection struct {
	s   TLSSections
	sec TLSSection
}

func (b *tlsSection) Module() uint64    { return b.sec.Module }
func (b *tlsSection) DTPOffset() uint64 { return b.sec.DTPOffset }
func (b *tlsSection) TPOffset() int64   { return b.sec.Offset }

func (b *tlsSection) Initialize(_ context.Context, init []byte) error {
	clear(b.sec.Image[copy(b.sec.Image, init):])
	return nil
}

func (b *tlsSection) Release(ctx context.Context) error { return b.s.ReleaseTLSSection(ctx, b.sec) }
