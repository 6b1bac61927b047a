//go:build (amd64 || arm64) && !cgo && !rtdyld_nolinkname && !go1.28

package callback

import _ "unsafe" // for go:linkname

// What the runtime finds in a program with cgo (runtime/cgo.go, runtime/proc.go): that there is C, how the first thread is
// prepared, how others are made, and what a thread of C's is bound to. All functions are C functions, in assembly.

//go:linkname iscgo runtime.iscgo
var iscgo = true

//go:linkname startFirst rtdyld_static_first
//go:linkname _cgo_init _cgo_init
var (
	startFirst byte
	_cgo_init  = &startFirst
)

//go:linkname startThread rtdyld_static_thread
//go:linkname _cgo_thread_start _cgo_thread_start
var (
	startThread       byte
	_cgo_thread_start = &startThread
)

//go:linkname nothing rtdyld_static_nothing
//go:linkname _cgo_notify_runtime_init_done _cgo_notify_runtime_init_done
//go:linkname _cgo_setenv runtime._cgo_setenv
//go:linkname _cgo_unsetenv runtime._cgo_unsetenv
var (
	nothing                       byte
	_cgo_notify_runtime_init_done = &nothing
	_cgo_setenv                   = &nothing // C's environment is its own
	_cgo_unsetenv                 = &nothing
)

//go:linkname bind rtdyld_static_bind
//go:linkname _cgo_bindm _cgo_bindm
var (
	bind       byte
	_cgo_bindm = &bind
)

//go:linkname bounds rtdyld_static_bounds
//go:linkname _cgo_getstackbound _cgo_getstackbound
var (
	bounds             byte
	_cgo_getstackbound = &bounds
)

// keyCreated is 1 when threads of C's can be bound: when libc has started.
//
//go:linkname _cgo_pthread_key_created _cgo_pthread_key_created
var (
	keyCreated               uintptr
	_cgo_pthread_key_created = &keyCreated
)

//go:linkname setCrosscall2 runtime.set_crosscall2
var setCrosscall2 = func() {}
