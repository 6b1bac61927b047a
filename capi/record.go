//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"fmt"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/recording"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// record has the session written down, if the options ask for it.
func (set *settings) record(o *C.rtdyld_options) (err error) {
	if o.record == nil {
		return nil
	}
	if set.rec, err = recording.Create(C.GoString(o.record)); err == nil {
		set.linker = set.rec.Config(set.linker)
	}
	return err
}

// doing makes a call about objects that is written down.
func (l *linker) doing(what string, objs []*rtdyld.Object, f func(context.Context, ...*rtdyld.Object) error) error {
	return l.during(func(ctx context.Context) error {
		err := f(ctx, objs...)
		l.rec.Do(what, objs, err)
		return err
	})
}

// mapRecorded is MapLocalAddress for a record, which has sections and no memory.
func (l *linker) mapRecorded(local C.rtdyldx_cvoidp, address uint64) error {
	for _, o := range l.l.Objects() {
		for _, s := range o.Sections() {
			if len(s.Mem) > 0 && unsafe.Pointer(unsafe.SliceData(s.Mem)) == unsafe.Pointer(local) {
				err := o.MapSectionAddress(s.ID, address)
				l.rec.Map(o, s.ID, address, err)
				return err
			}
		}
	}
	return fmt.Errorf("no section begins at %p", local)
}
