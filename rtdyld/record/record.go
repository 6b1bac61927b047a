// Package record writes down what linkers are given and told: the bytes of objects, the addresses of memory, answers for names, the calls in their
// order and their errors. From that file the same links can be made again, on any host, without the program, its callbacks and its process:
// by `rtdyld replay FILE`, or by [Replay]. It is what to send with a question about a link that goes wrong.
//
//	r, err := record.Create("session.rec")
//	…
//	defer r.Close()
//	cfg.Recorder = r // an rtdyld.Config, a host.Config, a static.Config, or Linker of an engine.Config
//
// All linkers that are made with the configuration are in the record, those of an engine, too. Calls that are at work at once are written in an
// order in which, made one after the other, they do the same.
//
// These are not in it: code that runs and what it does to memory; what was written to the memory of a linker by others than the linker; sources,
// archives and files of which nothing was loaded; templates. Calls that were refused with ErrNested, whose contexts ended, or that failed because of objects which others were unloading, are told of
// and not made again. What Config.Loaded refuses is seen as the Unload that follows. Three things may not be the same again where several goroutines work at
// once: which answer counts of a Resolver that gives one name two, or of a Resolver and of an image that has the name, too, and is mapped meanwhile; and an object that refers to a section which another
// goroutine moves while it is resolved.
// A record has all bytes of the objects and linked images in it, and names.
//
// The file has a JSON object a line, each written when what it tells has ended, and what a call is given before it begins, so that it is good up to the moment in which
// a process dies.
//
// Law: a record changes nothing in the link that it is of, and who reads one trusts none of its bytes.
package record

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Recorder writes a record. It is an [rtdyld.Recorder], for any number of configurations. Its methods may be called concurrently.
type Recorder struct {
	mu      sync.Mutex
	w       io.Writer // nil after Close
	file    *os.File  // to be closed; nil: there is none
	linkers int
	calls   uint64 // that have an ID
	err     error
}

// Create begins a record in a file, which it replaces. The error is that of [os.Create].
func Create(path string) (*Recorder, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	r := New(f)
	r.file = f
	return r, nil
}

// New begins a record that is written to w, a line with each Write, one after the other. w is called while a linker's caller waits, and must not call the
// linker. After an error of w nothing more is written.
func New(w io.Writer) *Recorder { return &Recorder{w: w} }

// Close ends the record, and closes the file of [Create]. What linkers do later is not in it, and no error. It returns the first error of writing, and
// which object could not be recorded.
func (r *Recorder) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.w = nil
	f := r.file
	r.file = nil
	if f == nil {
		return r.err
	}
	return errors.Join(r.err, f.Close())
}

// write writes a line. r.mu is held.
func (r *Recorder) write(e *event) {
	if r.w == nil || r.err != nil {
		return
	}
	b, err := json.Marshal(e)
	if err == nil {
		_, err = r.w.Write(append(b, '\n'))
	}
	r.err = err
}

// Configure implements [rtdyld.Recorder].
func (r *Recorder) Configure(cfg rtdyld.Config) (rtdyld.Config, *rtdyld.Recording) {
	o := &options{
		Version: Version, Layout: cfg.Layout, CodeModel: cfg.CodeModel, Stubs: cfg.Stubs, BySection: cfg.BySection, SectionsStay: cfg.SectionsStay,
		Image: cfg.Image, OneUnit: cfg.OneUnit, AllSections: cfg.AllSections, NoRelax: cfg.NoRelax, ImageBase: cfg.ImageBase, Wrap: cfg.Wrap.Names(),
		HasResolver: cfg.Resolver != nil, HasFixed: cfg.Fixed != nil, HasTLS: cfg.TLS != nil, HasInit: cfg.Initializer != nil, HasRead: cfg.ReadMemory != nil,
		HasImages: cfg.Images != nil, HasLibrary: cfg.Library != nil,
	}
	if !cfg.Triple.IsZero() {
		o.Triple = cfg.Triple.String()
	}
	if cfg.Unwinder != nil {
		o.Unwind = cfg.Unwinder.Formats()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &session{r: r, on: r.linkers, numbers: map[*rtdyld.Object]int{}}
	r.linkers++
	s.write(&event{Linker: o})
	return s.configure(cfg), &rtdyld.Recording{Begin: s.begin, End: s.end}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// sentinel says which of sentinels an error is, if any.
func sentinel(err error) string {
	for name, is := range sentinels {
		if errors.Is(err, is) {
			return name
		}
	}
	return ""
}
