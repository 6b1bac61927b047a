package mem

// next returns the extent that unit at lies in, or else the first above it.
func (r *ranges) next(at uint32) (extent, bool) {
	if len(r.chunks) == 0 {
		return extent{}, false
	}
	i := r.find(at)
	ext := r.chunks[i].ext
	j := upTo(ext, at)
	if j > 0 && ext[j-1].end() > at {
		j--
	}
	if j < len(ext) {
		return ext[j], true
	}
	if i+1 < len(r.chunks) {
		return r.chunks[i+1].ext[0], true
	}
	return extent{}, false
}

// has reports whether all of e is in it.
func (r *ranges) has(e extent) bool {
	x, ok := r.next(e.start)
	return ok && x.start <= e.start && e.end() <= x.end()
}

// union adds what of e is not in it yet.
func (r *ranges) union(e extent) {
	for at := e.start; at < e.end(); {
		x, ok := r.next(at)
		if !ok || x.start >= e.end() {
			r.add(extent{at, e.end() - at})
			return
		}
		if at < x.start {
			r.add(extent{at, x.start - at})
		}
		at = x.end()
	}
}
