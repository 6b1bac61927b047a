//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import "github.com/go-rtdyld/rtdyld/rtdyld/record"

// record has the session written down, if the options ask for it.
func (set *settings) record(o *C.rtdyld_options) (err error) {
	if o.record == nil {
		return nil
	}
	if set.rec, err = record.Create(C.GoString(o.record)); err == nil {
		set.linker.Recorder = set.rec
	}
	return err
}
