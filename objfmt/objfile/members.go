package objfile

import (
	"context"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/internal/records"
)

// Members parses members of archives that are loaded and given up together, one after the other, in less time than [ParseMember]: their
// records share memory as those of [ParseAll] do. The zero Members is ready for use. It must not be used concurrently.
type Members struct {
	mem  *records.Memory
	room uint64 // bytes of input that mem is for, and those that were parsed in it
	used uint64
}

// Memory is for little input at first, and then for twice as much each time.
const (
	firstRoom = 64 << 10
	lastRoom  = 128 << 20
)

// Parse is [ParseMemberContext].
func (p *Members) Parse(ctx context.Context, m ar.Member) (*objfmt.ObjectImage, error) {
	buf, err := m.BufferContext(ctx)
	if err != nil {
		return nil, err
	}
	size := uint64(len(buf.Bytes()))
	if p.mem == nil || p.used >= p.room {
		p.room, p.used = max(firstRoom, min(2*(p.room+size), lastRoom)), 0
		p.mem = records.Shared(int(p.room/firstRoom)*2, p.room)
	}
	p.used += size
	img, err := parseBuffer(ctx, buf, p.mem)
	if err != nil {
		buf.Close()
		return nil, err
	}
	return img, nil
}
