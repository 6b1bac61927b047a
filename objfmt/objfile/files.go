package objfile

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/internal/workers"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/internal/records"
)

// File is one of many files that [ReadFiles] opens and parses, and what has come of it.
type File struct {
	Path   string               // is opened where there is no buffer
	Buffer *objfmt.ObjectBuffer // what is in the file; nil: it is not open
	Image  *objfmt.ObjectImage  // of the object in Buffer, which it owns; nil: Buffer is not parsed, or no object
	Err    error                // of opening, where there is no buffer, or of parsing
}

// Close gives up the image, or else the buffer, and forgets both.
func (f *File) Close() error {
	img, buf := f.Image, f.Buffer
	f.Image, f.Buffer = nil, nil
	switch {
	case img != nil:
		return img.Close()
	case buf != nil:
		return buf.Close()
	}
	return nil
}

// FilesConfig says how [ReadFiles] does its work.
type FilesConfig struct {
	Workers int            // goroutines at work; 0: as many as pay
	Opener  *objfmt.Opener // opens files, and others beside it do on other goroutines; nil: files are mapped
	Objects bool           // what does not begin as objects do is opened alone, and has no error
}

// ReadFiles opens the files that have neither buffer nor error, and parses what has neither image nor error. That takes less time
// than one file after the other: a goroutine parses what it has just read, and images share memory as those of [ParseAll] do. A
// file that is not opened has an error that names it, [objfmt.OpenBuffer]'s or one that matches that of a ctx that has ended; files
// behind one that is not opened may be left as they were. What does not parse has the error of [ParseBufferContext].
// All that is open afterwards is the caller's to [File.Close].
func ReadFiles(ctx context.Context, cfg FilesConfig, files []File) {
	r := &reading{ctx: ctx, cfg: cfg, files: files}
	for i := range files {
		switch f := &files[i]; {
		case f.Image != nil || f.Err != nil:
		case f.Buffer != nil:
			r.todo, r.given = r.todo+1, r.given+uint64(len(f.Buffer.Bytes()))
		default:
			r.todo, r.closed = r.todo+1, r.closed+1
		}
	}
	if r.todo == 0 {
		return
	}
	r.failed.Store(int64(len(files)))
	r.work(cfg.Opener, true)
	r.wg.Wait()
}

// chunk is how many neighbours a goroutine takes at a time.
const chunk = 8

// reading is one call of ReadFiles.
type reading struct {
	ctx   context.Context
	cfg   FilesConfig
	files []File
	wg    sync.WaitGroup

	todo   int    // files that are to be opened or parsed
	given  uint64 // bytes of those that were open before
	closed uint64 // those that were not

	next   atomic.Int64 // the first file that no goroutine has taken
	failed atomic.Int64 // the first that does not open, those so far
	opened atomic.Uint64
	bytes  atomic.Uint64 // of objects among those opened
}

// share is how many goroutines pay, and the bytes that each of them will have parsed: what is opened tells it of the rest.
func (r *reading) share() (n int, input uint64) {
	input = r.given
	if opened := r.opened.Load(); opened > 0 {
		input += uint64(float64(r.bytes.Load()) / float64(opened) * float64(r.closed))
	}
	n = max(min(workers.Count(r.cfg.Workers, input), (r.todo+chunk-1)/chunk), 1)
	return n, input / uint64(n)
}

// work opens and parses some files at a time until none is left. The first goroutine starts others, as soon as they pay.
func (r *reading) work(o *objfmt.Opener, first bool) {
	var mem *records.Memory
	var room uint64 // bytes of input that mem was made for
	for at := 1; ; {
		i := int(r.next.Add(chunk)) - chunk
		if i >= len(r.files) || int64(i) > r.failed.Load() {
			return
		}
		some := r.files[i:min(i+chunk, len(r.files))]
		for k := range some {
			r.open(o, i+k)
		}
		n, input := r.share()
		for ; first && at < n; at++ {
			beside := o
			if o != nil {
				beside = o.Beside()
			}
			r.wg.Go(func() { r.work(beside, false) })
		}
		switch {
		case r.todo == 1:
			mem = records.Apart
		case mem == nil || input > 2*room:
			mem, room = records.Shared((r.todo+n-1)/n, input), input
		}
		for k := range some {
			r.parse(&some[k], mem)
		}
	}
}

// open opens a file unless one before it has not been opened.
func (r *reading) open(o *objfmt.Opener, i int) {
	f := &r.files[i]
	if f.Buffer != nil || f.Err != nil || int64(i) > r.failed.Load() {
		return
	}
	switch err := r.ctx.Err(); {
	case err != nil:
		f.Err = fmt.Errorf("%s: open: %w", texts.Name(f.Path), err)
	case o != nil:
		f.Buffer, f.Err = o.Open(f.Path)
	default:
		f.Buffer, f.Err = objfmt.OpenBuffer(f.Path)
	}
	for f.Err != nil {
		if least := r.failed.Load(); least <= int64(i) || r.failed.CompareAndSwap(least, int64(i)) {
			return
		}
	}
	r.opened.Add(1)
	if data := f.Buffer.Bytes(); !r.cfg.Objects || isObject(data) {
		r.bytes.Add(uint64(len(data)))
	}
}

// parse parses what is open.
func (r *reading) parse(f *File, mem *records.Memory) {
	if f.Buffer == nil || f.Image != nil || f.Err != nil || r.cfg.Objects && !isObject(f.Buffer.Bytes()) {
		return
	}
	f.Image, f.Err = parseBuffer(r.ctx, f.Buffer, mem)
}
