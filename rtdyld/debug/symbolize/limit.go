package symbolize

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Limits bound what a [Symbolizer] spends on debug information altogether, for one that must not hold
// up, or weigh more than, what it explains. Objects are read one after the other then. 0: no limit but that
// by the size of each object.
type Limits struct {
	// Bytes is how many bytes of debug information may be read, as they are when decompressed. An object
	// that has more than is left is not read at all. Reading takes a few times as many
	// for a while, and what is kept is smaller.
	Bytes uint64
	// Time is how long reading it may take, from when it begins to when it ends.
	Time time.Duration
	// Context ends reading when it ends itself; what was not read is not read later. nil: nothing does.
	Context context.Context
}

// hurry is when to stop; the zero one is never.
type hurry struct {
	end time.Time
	ctx context.Context
}

// context is that for what takes one.
func (h *hurry) context() context.Context {
	if h.ctx == nil {
		return context.Background()
	}
	return h.ctx
}

func (h *hurry) none() bool { return h.end.IsZero() && h.ctx == nil }

// over says why there is no time left, "" if there is.
func (h *hurry) over() string {
	switch {
	case h.ctx != nil && h.ctx.Err() != nil:
		return context.Cause(h.ctx).Error()
	case !h.end.IsZero() && !time.Now().Before(h.end):
		return "it takes more time than may be spent on debug information"
	}
	return ""
}

// NewLimited is [New] with limits. Once they are reached there are symbols without lines, and
// [Symbolizer.Unread] says why.
func NewLimited(l Limits) *Symbolizer {
	s := New()
	s.budget.limits = l
	return s
}

// ErrLimit is matched by every [LimitError].
var ErrLimit = errors.New("debug information is over a limit")

// LimitError says that the debug information of an object was not read, or in part, because that costs too much.
type LimitError struct {
	Object string // its name
	What   string // which limit there is
}

func (e *LimitError) Error() string {
	return e.Object + ": debug information is not read to its end: " + e.What
}

// Is matches [ErrLimit].
func (e *LimitError) Is(t error) bool { return t == ErrLimit }

// budget is what is left to spend. Who reads holds it, so that the time of one counts
// for the next.
type budget struct {
	limits Limits

	mu    sync.Mutex // over what follows, while an object is read if there are limits
	bytes uint64     // spent
	time  time.Duration
	begun time.Time

	errs    sync.Mutex
	unread  []error // at most maxUnread
	missing int     // the others
}

// maxUnread bounds how many errors are kept.
const maxUnread = 16

// begin takes what an object costs. It returns the size of the object's file and when to stop,
// or why not to begin. After a begin without an error there is an end.
func (b *budget) begin(k *object) (size int, until hurry, err error) {
	size, until.ctx = k.size, b.limits.Context
	if !b.limited() {
		return size, until, nil
	}
	b.mu.Lock()
	defer func() {
		if err != nil {
			b.mu.Unlock()
		}
	}()
	if b.limits.Bytes > 0 {
		if !k.retain() {
			return size, until, rtdyld.ErrUnloaded
		}
		defer k.release()
		n, err := debugSize(until.context(), k.img)
		if late := until.over(); err != nil && late != "" {
			err = &LimitError{k.name, late}
		}
		if err != nil {
			return size, until, err
		}
		if n > b.limits.Bytes-min(b.bytes, b.limits.Bytes) {
			return size, until, &LimitError{k.name, fmt.Sprintf("%d bytes when decompressed, and %d may be read altogether", n, b.limits.Bytes)}
		}
		b.bytes += n
	}
	b.begun = time.Now()
	if b.limits.Time > 0 {
		if b.time >= b.limits.Time {
			return size, until, &LimitError{k.name, fmt.Sprintf("%v were spent on that of other objects", b.limits.Time)}
		}
		until.end = b.begun.Add(b.limits.Time - b.time)
	}
	return size, until, nil
}

// limited reports whether objects are read one after the other.
func (b *budget) limited() bool { return b.limits.Bytes > 0 || b.limits.Time > 0 }

func (b *budget) end() {
	if b.limited() {
		b.time += time.Since(b.begun)
		b.mu.Unlock()
	}
}

// debugSize is how many bytes of debug information an image has when they are decompressed.
func debugSize(ctx context.Context, img *objfmt.ObjectImage) (sum uint64, err error) {
	full, err := img.FullContext(ctx)
	if err != nil {
		return 0, err
	}
	defer full.Close()
	debug := func(id objfmt.SectionID) bool { return full.Sections[id].Role == objfmt.RoleDebug }
	if err := full.CheckContents(debug); err != nil {
		return 0, err
	}
	for i := range full.Sections {
		if !debug(objfmt.SectionID(i)) {
			continue
		}
		n, err := full.Format.ContentsSize(full, &full.Sections[i])
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

// note keeps why debug information is not known.
func (b *budget) note(err error) {
	if err == nil || errors.Is(err, errors.ErrUnsupported) {
		return
	}
	b.errs.Lock()
	defer b.errs.Unlock()
	if len(b.unread) == maxUnread {
		b.missing++
		return
	}
	b.unread = append(b.unread, err)
}

// Unread says what was wrong with debug information that was asked for, or that it was over a limit: why there may be no
// lines. nil: nothing was. They are joined: [DebugError], [LimitError] and those of rtdyld.Object's DebugSections.
func (s *Symbolizer) Unread() error {
	b := &s.budget
	b.errs.Lock()
	defer b.errs.Unlock()
	errs := b.unread
	if b.missing > 0 {
		errs = append(errs[:len(errs):len(errs)], fmt.Errorf("%d objects more", b.missing))
	}
	return errors.Join(errs...)
}
