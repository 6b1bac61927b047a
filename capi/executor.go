//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// executor is what the handle of an executor stands for.
type executor struct {
	*owner
	e controller
}

// controller is what this process has of an executor: a [remote.Executor].
type controller interface {
	elsewhere
	Call(ctx context.Context, addr uint64, sig abi.Signature, conv *abi.Convention, args ...uint64) (uint64, error)
	Main(ctx context.Context, addr uint64, args, env []string) (int, error)
	Read(ctx context.Context, addr uint64, dst []byte) error
	Write(ctx context.Context, addr uint64, src []byte) error
	Err() error
	Close() error
	pid() int
}

// child says how an executor is started.
type child struct {
	path   string
	args   []string
	memory uint64        // bytes, 0: no limit
	cpu    time.Duration // 0: no limit
	flags  C.uint32_t    // RTDYLD_EXECUTOR_*
}

// program is what an executor runs as by default.
const program = "rtdyld-executor"

//export rtdyldx_executor_create
func rtdyldx_executor_create(options *C.rtdyldx_cexecutor, out **C.rtdyld_executor, e **C.rtdyld_error) (status C.rtdyld_status) {
	defer recovered(e, &status)
	setHandle(out, 0)
	if out == nil {
		return report(e, failure(C.RTDYLD_ERROR_ARGUMENT, "executor is NULL"))
	}
	c, err := childOf(options)
	if err != nil {
		return report(e, err)
	}
	x := &executor{owner: newOwner()}
	if x.e, err = c.start(); err != nil {
		return report(e, err)
	}
	setHandle(out, enroll(anExecutor, x.owner, x))
	return C.RTDYLD_OK
}

// childOf reads options, which may be nil.
func childOf(options *C.rtdyldx_cexecutor) (c child, err error) {
	var ar arena
	defer ar.free()
	o := &items[C.rtdyld_executor_options](&ar, 1)[0]
	if options != nil {
		if err := copied(C.rtdyldx_copy_executor(o, options), "rtdyld_executor_options"); err != nil {
			return c, err
		}
	}
	const all = C.RTDYLD_EXECUTOR_SANDBOX | C.RTDYLD_EXECUTOR_NO_WX | C.RTDYLD_EXECUTOR_NO_NEW_PRIVILEGES | C.RTDYLD_EXECUTOR_EMPTY_ENVIRONMENT | C.RTDYLD_EXECUTOR_SILENT
	if err := known("rtdyld_executor_options", uint32(o.flags), all, uint32(o.reserved)); err != nil {
		return c, err
	}
	if c.args, err = cStrings(o.arguments, o.argument_count, "rtdyld_executor_options: arguments"); err != nil {
		return c, err
	}
	libraries, err := cStrings(o.libraries, o.library_count, "rtdyld_executor_options: libraries")
	if err != nil {
		return c, err
	}
	for _, name := range libraries {
		c.args = append(c.args, "-lib", name)
	}
	if c.path = executorPath(); o.path != nil {
		c.path = C.GoString(o.path)
	}
	c.memory, c.cpu, c.flags = uint64(o.memory), seconds(uint64(o.cpu_seconds)), o.flags
	return c, nil
}

// seconds is a number of seconds as a duration, which has less room.
func seconds(n uint64) time.Duration {
	const most = uint64(1<<63-1) / uint64(time.Second)
	return time.Duration(min(n, most)) * time.Second
}

// executorPath finds the program.
func executorPath() string {
	if path := os.Getenv("RTDYLD_EXECUTOR"); path != "" {
		return path
	}
	if library := C.rtdyldx_library(); library != nil {
		path := filepath.Join(filepath.Dir(C.GoString(library)), program)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return program
}

//export rtdyldx_executor_free
func rtdyldx_executor_free(x *C.rtdyld_executor, e **C.rtdyld_error) (status C.rtdyld_status) {
	defer recovered(e, &status)
	h := handleAt(&x)
	ent, err := find(h, anExecutor)
	if err != nil {
		return report(e, err)
	}
	v := ent.value.(*executor)
	if !v.close() {
		return report(e, failure(C.RTDYLD_ERROR_HANDLE, "the executor is being freed"))
	}
	err = v.e.Close()
	v.wait()
	strike(h)
	return report(e, err)
}

//export rtdyldx_executor_create_linker
func rtdyldx_executor_create_linker(x *C.rtdyld_executor, options *C.rtdyldx_coptions, out **C.rtdyld_linker, e **C.rtdyld_error) C.rtdyld_status {
	setHandle(out, 0)
	var made C.rtdyld_status
	if status := call(handleAt(&x), anExecutor, e, func(v *executor) error {
		made = createLinker(options, v.e, out, e)
		return nil
	}); status != C.RTDYLD_OK {
		return status
	}
	return made
}

//export rtdyldx_executor_create_engine
func rtdyldx_executor_create_engine(x *C.rtdyld_executor, options *C.rtdyldx_coptions, out **C.rtdyld_engine, e **C.rtdyld_error) C.rtdyld_status {
	setHandle(out, 0)
	var made C.rtdyld_status
	if status := call(handleAt(&x), anExecutor, e, func(v *executor) error {
		made = createEngine(options, v.e, out, e)
		return nil
	}); status != C.RTDYLD_OK {
		return status
	}
	return made
}

// limited is a context for a number of milliseconds, negative: without an end.
func limited(timeout C.int64_t) (context.Context, context.CancelFunc) {
	if timeout < 0 {
		return context.Background(), func() {}
	}
	return context.WithTimeout(context.Background(), milliseconds(int64(timeout)))
}

//export rtdyldx_executor_call
func rtdyldx_executor_call(x *C.rtdyld_executor, address C.uint64_t, signature *C.rtdyldx_csignature, arguments *C.rtdyldx_cword, timeout C.int64_t, result *C.uint64_t, e **C.rtdyld_error) C.rtdyld_status {
	if result != nil {
		*result = 0
	}
	return call(handleAt(&x), anExecutor, e, func(v *executor) error {
		sig, err := signatureOf(signature)
		if err == nil && arguments == nil && len(sig.Params) > 0 {
			err = failure(C.RTDYLD_ERROR_ARGUMENT, "arguments is NULL, and there are %d parameters", len(sig.Params))
		}
		if err != nil {
			return err
		}
		ctx, end := limited(timeout)
		defer end()
		r, err := v.e.Call(ctx, uint64(address), sig, nil, slices.Clone(words(arguments, uint64(len(sig.Params))))...)
		if err == nil && result != nil {
			*result = C.uint64_t(r)
		}
		return err
	})
}

func signatureOf(from *C.rtdyldx_csignature) (sig abi.Signature, err error) {
	if from == nil {
		return sig, failure(C.RTDYLD_ERROR_ARGUMENT, "signature is NULL")
	}
	var ar arena
	defer ar.free()
	s := &items[C.rtdyld_signature](&ar, 1)[0]
	if err := copied(C.rtdyldx_copy_signature(s, from), "rtdyld_signature"); err != nil {
		return sig, err
	}
	if s.parameters == nil && s.parameter_count > 0 {
		return sig, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_signature: parameters is NULL, parameter_count %d", uint64(s.parameter_count))
	}
	if s.result > C.RTDYLD_TYPE_DOUBLE {
		return sig, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_signature: there is no type %d", uint32(s.result))
	}
	sig.Result = abi.Kind(s.result)
	for i, p := range unsafe.Slice(s.parameters, int(s.parameter_count)) {
		if p == C.RTDYLD_TYPE_VOID || p > C.RTDYLD_TYPE_DOUBLE {
			return sig, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_signature: parameter %d has no type %d", i, uint32(p))
		}
		sig.Params = append(sig.Params, abi.Kind(p))
	}
	return sig, nil
}

//export rtdyldx_executor_main
func rtdyldx_executor_main(x *C.rtdyld_executor, address C.uint64_t, arguments *C.rtdyldx_cstrings, count C.size_t, timeout C.int64_t, result *C.int32_t, e **C.rtdyld_error) C.rtdyld_status {
	if result != nil {
		*result = 0
	}
	return call(handleAt(&x), anExecutor, e, func(v *executor) error {
		args, err := cStrings((**C.char)(unsafe.Pointer(arguments)), count, "arguments")
		if err != nil {
			return err
		}
		ctx, end := limited(timeout)
		defer end()
		r, err := v.e.Main(ctx, uint64(address), args, nil)
		if result != nil {
			*result = C.int32_t(r)
		}
		return err
	})
}

//export rtdyldx_executor_read
func rtdyldx_executor_read(x *C.rtdyld_executor, address C.uint64_t, buffer unsafe.Pointer, length C.size_t, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&x), anExecutor, e, func(v *executor) error {
		to, err := memoryArg(buffer, length, "buffer")
		if err != nil {
			return err
		}
		return v.e.Read(context.Background(), uint64(address), to)
	})
}

//export rtdyldx_executor_write
func rtdyldx_executor_write(x *C.rtdyld_executor, address C.uint64_t, data C.rtdyldx_cvoidp, length C.size_t, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&x), anExecutor, e, func(v *executor) error {
		from, err := memoryArg(unsafe.Pointer(data), length, "data")
		if err != nil {
			return err
		}
		return v.e.Write(context.Background(), uint64(address), from)
	})
}

// memoryArg views memory of the program's.
func memoryArg(p unsafe.Pointer, length C.size_t, what string) ([]byte, error) {
	if p == nil && length > 0 {
		return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "%s is NULL", what)
	}
	return bytesAt(p, uint64(length))
}

//export rtdyldx_executor_ended
func rtdyldx_executor_ended(x *C.rtdyld_executor, state *C.rtdyld_executor_state, reason **C.rtdyld_error, e **C.rtdyld_error) C.rtdyld_status {
	if reason != nil {
		*reason = nil
	}
	return call(handleAt(&x), anExecutor, e, func(v *executor) error {
		if state == nil || state.size < sizeOf[C.size_t]() {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "state is NULL, or its size is not set")
		}
		var ar arena
		defer ar.free()
		s := &items[C.rtdyld_executor_state](&ar, 1)[0]
		s.size, s.pid, s.exit_status = state.size, C.int64_t(v.e.pid()), -1
		if err := v.e.Err(); err != nil {
			s.ended = 1
			howEnded(s, err)
			if reason != nil {
				report(reason, err)
			}
		}
		C.rtdyldx_fit_executor(state, s)
		return nil
	})
}
