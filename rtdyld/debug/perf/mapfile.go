package perf

import (
	"bufio"
	"cmp"
	"io"
	"os"
	"slices"
	"strconv"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// maps are the files that this process has made or joined, by path. A program has one as
// a rule. They stay when their last user leaves: the next must know what is in them.
var maps struct {
	mu    sync.Mutex
	files map[string]*mapFile
}

// entry is a line of the file.
type entry struct {
	start, end uint64 // of the function
	off        int64  // of the line
	len        int64  // its bytes, the newline among them; 0: it was taken out
}

// mapFile is what all Maps with one path write to.
type mapFile struct {
	pid   int
	users int // guarded by maps.mu

	mu    sync.Mutex
	open  bool
	out   output
	at    *os.File // the same file, for writing in the middle; nil until that is needed
	own   int64    // bytes that were written here and are not taken out
	dead  int64    // bytes that were taken out
	other bool     // somebody else was seen to write to it

	live  map[*rtdyld.Object][]*entry
	stale map[uint64][]*entry // of unloaded objects, by each page that they touch
}

const (
	pageBits = 12
	// batch is how much is gathered before it is written.
	batch = 256 << 10
	// minDead is how many bytes of lines are taken out before the file is made again.
	minDead = 1 << 20
)

// joinMap returns the file of a path with one user more.
func joinMap(path string, pid int) (*mapFile, error) {
	maps.mu.Lock()
	defer maps.mu.Unlock()
	f := maps.files[path]
	if f == nil {
		f = &mapFile{pid: pid, out: output{path: path}}
	}
	if f.users == 0 {
		if err := f.begin(); err != nil {
			return nil, err
		}
	}
	f.users++
	if maps.files == nil {
		maps.files = map[string]*mapFile{}
	}
	maps.files[path] = f
	return f, nil
}

// begin opens the file.
func (f *mapFile) begin() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	file, fresh, err := openOwn(f.out.path, f.pid)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return &FileError{f.out.path, "create", trim(err)}
	}
	if fresh || f.out.info == nil || !os.SameFile(info, f.out.info) {
		f.live, f.stale = map[*rtdyld.Object][]*entry{}, map[uint64][]*entry{}
		f.own, f.dead, f.other = 0, 0, false
	}
	f.out.f, f.out.info, f.open = file, info, true
	return nil
}

// leave is the end of a user. What is loaded then counts as gone: nobody
// would tell.
func (f *mapFile) leave() error {
	maps.mu.Lock()
	defer maps.mu.Unlock()
	if f.users--; f.users > 0 {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open = false
	for o := range f.live {
		f.forget(o)
	}
	return f.close()
}

func (f *mapFile) close() error {
	err := f.out.f.Close()
	if f.at != nil {
		err = cmp.Or(err, f.at.Close())
		f.at = nil
	}
	if err != nil {
		return &FileError{f.out.path, "append", trim(err)}
	}
	return nil
}

// add writes the functions of objects.
func (f *mapFile) add(objs []*rtdyld.Object) (failed []error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.open {
		return nil
	}
	var w mapWriter
	for _, o := range objs {
		// Unloading waits for the lock: memory stays until it is given up here.
		if f.live[o] != nil || o.State() != rtdyld.Finalized {
			continue
		}
		if f.pid == os.Getpid() {
			if err := foreign(o); err != nil {
				failed = append(failed, err)
				continue
			}
		}
		spans, funcs := functions(o)
		if err := f.bury(spans); err != nil {
			failed = append(failed, err)
		}
		room := make([]entry, len(funcs))
		es := make([]*entry, len(funcs))
		for i := range funcs {
			es[i] = &room[i]
			w.line(&funcs[i], es[i])
			if len(w.buf) >= batch {
				failed = f.flush(&w, failed)
			}
		}
		f.live[o] = es
	}
	failed = f.flush(&w, failed)
	if err := f.compact(); err != nil {
		failed = append(failed, err)
	}
	return failed
}

// mapWriter gathers lines.
type mapWriter struct {
	buf   []byte
	lines []*entry // in buf, off counts from its start
}

func (w *mapWriter) line(fn *function, e *entry) {
	start := len(w.buf)
	w.buf = strconv.AppendUint(w.buf, fn.addr, 16)
	w.buf = append(w.buf, ' ')
	w.buf = strconv.AppendUint(w.buf, uint64(len(fn.code)), 16)
	w.buf = append(w.buf, ' ')
	w.buf = fn.appendName(w.buf)
	w.buf = append(w.buf, '\n')
	*e = entry{fn.addr, fn.addr + uint64(len(fn.code)), int64(start), int64(len(w.buf) - start)}
	w.lines = append(w.lines, e)
}

// flush writes what was gathered, at once.
func (f *mapFile) flush(w *mapWriter, failed []error) []error {
	if len(w.buf) == 0 {
		return failed
	}
	off, err := f.out.append(w.buf)
	if err != nil {
		failed = append(failed, err)
		for _, e := range w.lines {
			e.len = 0
		}
	} else {
		f.own += int64(len(w.buf))
		for _, e := range w.lines {
			e.off += off
		}
	}
	w.buf, w.lines = w.buf[:0], w.lines[:0]
	return failed
}

// remove keeps the lines of objects until other code lies there.
func (f *mapFile) remove(objs []*rtdyld.Object) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, o := range objs {
		f.forget(o)
	}
}

func (f *mapFile) forget(o *rtdyld.Object) {
	for _, e := range f.live[o] {
		if e.len == 0 {
			continue
		}
		for p := e.start >> pageBits; p <= (e.end-1)>>pageBits; p++ {
			f.stale[p] = append(f.stale[p], e)
		}
	}
	delete(f.live, o)
}

// bury takes out the lines of what was where code is now.
func (f *mapFile) bury(spans []span) error {
	if len(f.stale) == 0 {
		return nil
	}
	var gone []*entry
	for _, s := range spans {
		for p := s.start >> pageBits; p <= (s.end-1)>>pageBits; p++ {
			es := f.stale[p]
			if es == nil {
				continue
			}
			es = slices.DeleteFunc(es, func(e *entry) bool {
				if e.len > 0 && (e.start >= s.end || e.end <= s.start) {
					return false
				}
				if e.len > 0 {
					gone = append(gone, &entry{off: e.off, len: e.len})
					e.len = 0 // for its other pages
				}
				return true
			})
			if f.stale[p] = es; len(es) == 0 {
				delete(f.stale, p)
			}
		}
	}
	return f.blank(gone)
}

// blank overwrites lines by lines of the same length that name nothing: of no bytes at
// address 0. Neighbours go in one write.
func (f *mapFile) blank(gone []*entry) error {
	if len(gone) == 0 {
		return nil
	}
	if f.at == nil {
		at, err := reopen(f.out.path, f.out.info)
		if err != nil {
			return &FileError{f.out.path, "take out", trim(err)}
		}
		f.at = at
	}
	slices.SortFunc(gone, func(a, b *entry) int { return cmp.Compare(a.off, b.off) })
	var buf []byte
	for i, e := range gone {
		n := len(buf)
		buf = append(buf, "0 0 "...)
		for len(buf)-n < int(e.len)-1 {
			buf = append(buf, '-')
		}
		buf = append(buf, '\n')
		if i+1 < len(gone) && gone[i+1].off == e.off+e.len && len(buf) < batch {
			continue
		}
		if _, err := f.at.WriteAt(buf, e.off+e.len-int64(len(buf))); err != nil {
			return &FileError{f.out.path, "take out", trim(err)}
		}
		f.own -= int64(len(buf))
		f.dead += int64(len(buf))
		buf = buf[:0]
	}
	return nil
}

// compact makes the file again without what was taken out, once that is most of it, in
// one step for those who read it. A file that others write to is left as it is.
func (f *mapFile) compact() error {
	if f.dead < minDead || f.dead < f.own || f.other {
		return nil
	}
	if info, err := os.Lstat(f.out.path); err != nil || !os.SameFile(info, f.out.info) || info.Size() != f.own+f.dead {
		f.other = true
		return nil
	}
	var es []*entry
	seen := map[*entry]bool{}
	for _, of := range f.live {
		es = append(es, of...)
	}
	for _, of := range f.stale {
		for _, e := range of {
			if !seen[e] {
				seen[e] = true
				es = append(es, e)
			}
		}
	}
	es = slices.DeleteFunc(es, func(e *entry) bool { return e.len == 0 })
	slices.SortFunc(es, func(a, b *entry) int { return cmp.Compare(a.off, b.off) })
	tmp := f.out.path + ".new"
	t, _, err := openOwn(tmp, f.pid)
	if err != nil {
		return err
	}
	if err = f.copyLines(t, es); err == nil {
		err = os.Rename(tmp, f.out.path)
	}
	var info os.FileInfo
	if err == nil {
		info, err = t.Stat()
	}
	if err != nil {
		t.Close()
		os.Remove(tmp)
		f.other = true // once is enough
		return &FileError{f.out.path, "rewrite", trim(err)}
	}
	f.close()
	f.out.f, f.out.info = t, info
	f.dead = 0
	off := int64(0)
	for _, e := range es {
		e.off = off
		off += e.len
	}
	f.own = off
	return nil
}

// copyLines writes lines of the file to an empty one.
func (f *mapFile) copyLines(t *os.File, es []*entry) error {
	if err := t.Truncate(0); err != nil {
		return err
	}
	w := bufio.NewWriterSize(t, 64<<10)
	for i := 0; i < len(es); {
		from, n := es[i].off, int64(0)
		for ; i < len(es) && es[i].off == from+n; i++ {
			n += es[i].len
		}
		if _, err := io.Copy(w, io.NewSectionReader(f.out.f, from, n)); err != nil {
			return err
		}
	}
	return w.Flush()
}
