package main

import (
	"errors"
	"flag"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/record"
)

// recording is -record: a file in which the link is written down.
type recording struct {
	file string // empty: none
	r    *record.Recorder
}

// flags defines the option.
func (r *recording) flags(fs *flag.FlagSet) {
	fs.StringVar(&r.file, "record", "", "write down the link in `FILE`, with the bytes of what is loaded, so that rtdyld replay makes it again elsewhere: to send with a question")
}

// begin has linkers of a configuration recorded, if that is asked for.
func (r *recording) begin(cfg *rtdyld.Config) (err error) {
	if r.file == "" {
		return nil
	}
	if r.r, err = record.Create(r.file); err == nil {
		cfg.Recorder = r.r
	}
	return err
}

// end ends the record; err is what the command has come to.
func (r *recording) end(err error) error {
	if r.r == nil {
		return err
	}
	return errors.Join(err, r.r.Close())
}
