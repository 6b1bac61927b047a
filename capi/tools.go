//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/gdbjit"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/perf"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// tools are debuggers and profilers that are told of a session's objects.
type tools struct {
	mu     sync.Mutex
	on     map[C.uint32_t]*tool
	ready  map[*rtdyld.Object]struct{} // finalized and not gone
	failed error                       // the first of a file, until it is reported
}

// tool is one that is on.
type tool struct {
	rtdyld.Listener
	close func() error
}

const allTools = C.RTDYLD_TOOL_GDB | C.RTDYLD_TOOL_PERF_MAP | C.RTDYLD_TOOL_JITDUMP | C.RTDYLD_TOOL_VTUNE

// openTool has a tool ready to be told; nil if there is none that listens.
func (ts *tools) openTool(which C.uint32_t) (*tool, error) {
	files := perf.Config{OnError: func(err error) { ts.failed = errors.Join(ts.failed, err) }} // mu is held then
	switch which {
	case C.RTDYLD_TOOL_GDB:
		l, err := gdbjit.NewStripped() // the library has a symbol table of its own
		if err != nil {
			return nil, err
		}
		return &tool{l, nil}, nil
	case C.RTDYLD_TOOL_PERF_MAP:
		m, err := perf.NewMap(files)
		if err != nil {
			return nil, err
		}
		return &tool{m, m.Close}, nil
	case C.RTDYLD_TOOL_JITDUMP:
		files.Dir = environment("JITDUMPDIR")
		d, err := perf.NewDump(files)
		if err != nil {
			return nil, err
		}
		return &tool{d, d.Close}, nil
	}
	path := environment(fmt.Sprint("INTEL_JIT_PROFILER", 8*C.sizeof_size_t))
	if path == "" {
		path = environment(fmt.Sprint("INTEL_LIBITTNOTIFY", 8*C.sizeof_size_t))
	}
	if path == "" {
		return nil, nil
	}
	notify, err := host.OpenJITCollector(path)
	if notify == nil {
		return nil, err
	}
	v := perf.NewVTune(perf.VTuneConfig{Notify: notify})
	return &tool{v, v.Close}, nil
}

// environment is a variable of C's environment; Go's is that of the process's start.
func environment(name string) string {
	var ar arena
	defer ar.free()
	return C.GoString(C.getenv(ar.text(name))) // NULL is ""
}

// set has some tools told and no others: those that are new of what is ready, those that were of its end.
func (ts *tools) set(which C.uint32_t) error {
	if err := known("rtdyld_options: tools", uint32(which), allTools|C.RTDYLD_TOOLS_LATER, 0); err != nil {
		return err
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	opened := map[C.uint32_t]*tool{}
	for bit := C.uint32_t(1); bit <= allTools; bit <<= 1 {
		if which&bit == 0 || ts.on[bit] != nil {
			continue
		}
		t, err := ts.openTool(bit)
		if err != nil {
			for _, t := range opened {
				err = errors.Join(err, t.end(nil))
			}
			return err
		}
		if t != nil {
			opened[bit] = t
		}
	}
	objs := slices.Collect(maps.Keys(ts.ready))
	var errs []error
	for bit, t := range ts.on {
		if which&bit == 0 {
			errs = append(errs, t.end(objs))
			delete(ts.on, bit)
		}
	}
	for bit, t := range opened {
		ts.on[bit] = t
		if len(objs) > 0 {
			t.Finalized(objs)
		}
	}
	return errors.Join(append(errs, ts.takeError())...)
}

// end tells a tool that it is told no more.
func (t *tool) end(objs []*rtdyld.Object) error {
	if len(objs) > 0 {
		t.Unloading(objs)
	}
	if t.close == nil {
		return nil
	}
	return t.close()
}

// takeError is what went wrong with files and has not been reported.
func (ts *tools) takeError() error {
	err := ts.failed
	ts.failed = nil
	return err
}

// Finalized implements [rtdyld.Listener].
func (ts *tools) Finalized(objs []*rtdyld.Object) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	for _, o := range objs {
		ts.ready[o] = struct{}{}
	}
	for _, t := range ts.on {
		t.Finalized(objs)
	}
}

// Unloading implements [rtdyld.Listener].
func (ts *tools) Unloading(objs []*rtdyld.Object) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	for _, o := range objs {
		delete(ts.ready, o)
	}
	for _, t := range ts.on {
		t.Unloading(objs)
	}
}

// useTools has the tools of options told.
func (set *settings) useTools(o *C.rtdyld_options) error {
	switch {
	case o.tools == 0:
		return nil
	case set.process == nil:
		return failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_options: tools are for code of this process, not with RTDYLD_FOREIGN")
	}
	set.tools = &tools{on: map[C.uint32_t]*tool{}, ready: map[*rtdyld.Object]struct{}{}}
	set.linker.Listeners = append(slices.Clip(set.linker.Listeners), set.tools)
	return set.tools.set(o.tools)
}

// setTools is set for a session that has tools.
func (s *session) setTools(which C.uint32_t) error {
	if s.tools == nil {
		return failure(C.RTDYLD_ERROR_ARGUMENT, "it was made without tools of the options")
	}
	return s.tools.set(which)
}

//export rtdyldx_linker_tools
func rtdyldx_linker_tools(l *C.rtdyld_linker, which C.uint32_t, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&l), aLinker, e, func(v *linker) error { return v.setTools(which) })
}

//export rtdyldx_engine_tools
func rtdyldx_engine_tools(en *C.rtdyld_engine, which C.uint32_t, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&en), anEngine, e, func(v *modules) error { return v.setTools(which) })
}
