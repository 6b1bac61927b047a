package mem

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
)

// span is a range of addresses [lo, hi).
type span struct{ lo, hi uint64 }

const (
	// stackRoom is kept free below a stack, which grows down.
	stackRoom = 128 << 20
	// heapRoom is kept free above the C heap, which grows up.
	heapRoom = 256 << 20
	// lowStart is the lowest address that is ever asked for.
	lowStart = 1 << 20
)

// parseMaps reads the ranges out of the text of /proc/self/maps (proc(5)), with
// the room added that stack and heap need to grow. The ranges ascend.
func parseMaps(text []byte) ([]span, error) {
	var spans []span
	for line := range bytes.Lines(text) {
		rng, rest, _ := bytes.Cut(line, []byte(" "))
		lo, hi, ok := bytes.Cut(rng, []byte("-"))
		a, err1 := strconv.ParseUint(string(lo), 16, 64)
		b, err2 := strconv.ParseUint(string(hi), 16, 64)
		if !ok || err1 != nil || err2 != nil || b < a {
			return nil, errors.New("malformed line " + strconv.Quote(string(line)))
		}
		rest = bytes.TrimSpace(rest)
		switch {
		case bytes.HasSuffix(rest, []byte(" [stack]")):
			a -= min(a, stackRoom)
		case bytes.HasSuffix(rest, []byte(" [heap]")):
			b += min(heapRoom, ^b)
		case bytes.HasSuffix(rest, []byte(" [vsyscall]")):
			continue // the kernel's half, no end of a gap
		}
		spans = append(spans, span{a, b})
	}
	return spans, nil
}

// gap finds size free bytes inside [lo, hi), at a multiple of align and as close
// to target as can be. used ascends; what lies above its last range is never
// given, for it is not known where the user's half ends.
func gap(used []span, size, align, lo, hi, target uint64) (addr uint64, ok bool) {
	var end, best uint64
	for _, u := range used {
		a, b := alignUp(max(end, lo), align), min(u.lo, hi)
		end = max(end, u.hi)
		if b < size || b-size < a {
			continue
		}
		last := (b - size) &^ (align - 1)
		if last < a {
			continue
		}
		c := min(max(target&^(align-1), a), last)
		d := max(c, target) - min(c, target)
		if !ok || d < best {
			addr, best, ok = c, d, true
		}
	}
	return addr, ok
}

// gapTries is how often a gap is looked for again that somebody else was quicker
// to take.
const gapTries = 32

// reserveIn reserves size bytes inside [lo, hi), close to target.
func (s *system) reserveIn(size, lo, hi, target uint64) ([]byte, error) {
	for range gapTries {
		used, err := s.maps()
		if err != nil {
			return nil, err
		}
		addr, ok := gap(used, size, hugeSize, lo, hi, target)
		if !ok {
			return nil, &SystemError{Op: "find gap", Addr: lo, Size: size, Err: errTaken, Kind: ErrNoSpace}
		}
		b, err := s.reserve(addr, size, mapExact)
		if err == nil || !errors.Is(err, errTaken) {
			return b, err
		}
	}
	return nil, &SystemError{Op: "find gap", Addr: lo, Size: size, Err: errTaken, Kind: ErrNoSpace}
}

// reserveAt reserves size bytes at a place, there or not at all; aligned: anywhere at a multiple of hugeSize.
func (s *system) reserveAt(size uint64, where Placement, aligned bool) ([]byte, error) {
	switch {
	case where.Low:
		return s.reserveLow(size)
	case where.Near != [2]uint64{}:
		return s.reserveNear(size, &want{near: where.Near})
	case aligned:
		return s.reserveAligned(size, mapAny)
	}
	return s.reserve(0, size, mapAny)
}

// reserveAligned reserves size bytes at a multiple of hugeSize where the host
// likes; where reservations cannot be cut, at any place.
func (s *system) reserveAligned(size uint64, how mapping) ([]byte, error) {
	if s.whole {
		return s.reserve(0, size, how)
	}
	b, err := s.reserve(0, size+hugeSize, how)
	if err != nil {
		return nil, err
	}
	base := address(b)
	head := alignUp(base, hugeSize) - base
	keep := b[head : head+size : head+size]
	if head > 0 {
		if err := s.unmap(b[:head]); err != nil {
			return nil, errors.Join(err, s.unmap(b))
		}
	}
	if tail := b[head+size:]; len(tail) > 0 {
		if err := s.unmap(tail); err != nil {
			return nil, errors.Join(err, s.unmap(b[head:]))
		}
	}
	return keep, nil
}

// reserveApart reserves size bytes at a random place, which says nothing of where anything
// else lies.
func (s *system) reserveApart(size uint64, _ Placement) ([]byte, error) {
	b, err := s.reserveAligned(size, mapAny)
	if err != nil {
		return nil, err
	}
	if err := s.unmap(b); err != nil {
		return nil, errors.Join(err, s.unmap(b))
	}
	// Hosts take the highest place that is free, so that all below is the process's, or the lowest.
	top, low := address(b)&^(apartStep-1), uint64(1)<<32
	switch {
	case top > low:
	case math.MaxUint == math.MaxUint32: // some must stay in one piece
		low = top - top/4
	default:
		top = 1 << 46
	}
	for range apartTries {
		at, err := s.reserve((low+rand.Uint64N(top-low))&^(apartStep-1), size, mapExact)
		if err == nil {
			return at, nil
		}
	}
	return s.reserveAligned(size, mapAny)
}

const (
	apartStep  = 64 << 10 // what reservations begin at everywhere
	apartTries = 16
)

// reserveLow reserves size bytes below 2 GiB, as high as can be: the C heap of a
// program at a fixed address grows from below.
func (s *system) reserveLow(size uint64) ([]byte, error) {
	b, err := s.reserveIn(size, lowStart, lowEnd, lowEnd)
	if err == nil {
		return b, nil
	}
	b, err2 := s.reserveAligned(size, mapLow)
	if err2 != nil {
		return nil, errors.Join(err, err2)
	}
	if address(b)+size > lowEnd { // the host has no such flag
		return nil, errors.Join(err, s.unmap(b))
	}
	return b, nil
}

// reserveNear reserves size bytes within reach of what w wants to be near.
func (s *system) reserveNear(size uint64, w *want) ([]byte, error) {
	lo, hi := w.window(size)
	mid := w.near[0] + (w.near[1]-w.near[0])/2
	return s.reserveIn(size, max(lo, lowStart), hi, mid)
}
