//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Keys of thread-specific values that loaded code makes, whose destructors threads call at their end: LLVM's libc++abi.a has one, and
// so has what libgcc.a does for -femulated-tls. Neither deletes it, and a thread that ends after the code is gone would call what is not there. So keys are deleted with the
// object that their destructor is in. Where there is no assembly for gates, processes that loaded code forks could not
// make any, and keys are the C library's alone.

// threadKeys are the keys that loaded code has made and not deleted.
type threadKeys struct {
	n  atomic.Int64
	mu sync.Mutex
	of map[uint32]uintptr // destructors
}

var loadedKeys threadKeys

// keyNames has what goes through gates.
var keyNames = [...]struct {
	gate  int
	name  string
	makes bool
}{
	{gateKeyCreate, "pthread_key_create", true}, {gateKeyDelete, "pthread_key_delete", false}, {gateTSSCreate, "tss_create", true}, {gateTSSDelete, "tss_delete", false},
}

// gateKeys has loaded code make and delete keys through gates.
func (c *libc) gateKeys() error {
	for _, f := range keyNames {
		real, err := inLibc(f.name)
		if err != nil {
			continue // glibc has had tss_create for some years
		}
		var fn any = func(at unsafe.Pointer, destructor uintptr) uintptr { return loadedKeys.create(real, at, destructor) }
		if !f.makes {
			fn = func(key uintptr) uintptr { return loadedKeys.delete(real, uint32(key)) }
		}
		addr, err := ownCallback(fn)
		if err != nil {
			return err
		}
		registeredReal[f.gate], registeredGo[f.gate] = real, uintptr(addr)
	}
	c.keyDelete = registeredReal[gateKeyDelete]
	return nil
}

// create is pthread_key_create, or tss_create.
func (k *threadKeys) create(real uintptr, at unsafe.Pointer, destructor uintptr) uintptr {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	k.mu.Lock()
	defer k.mu.Unlock()
	status := callC(real, uintptr(at), destructor)
	if int32(status) == 0 && destructor != 0 {
		if k.of == nil {
			k.of = map[uint32]uintptr{}
		}
		k.of[*(*uint32)(at)] = destructor
		k.n.Store(int64(len(k.of)))
	}
	return status
}

// delete is pthread_key_delete, or tss_delete, whose result nobody sees.
func (k *threadKeys) delete(real uintptr, key uint32) uintptr {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.of, key) // first: it may be another's at once
	k.n.Store(int64(len(k.of)))
	return callC(real, uintptr(key))
}

// forget deletes the keys whose destructors are in an object.
func (k *threadKeys) forget(c *libc, o member) {
	if k.n.Load() == 0 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, b := range o.Blocks() {
		for key, destructor := range k.of {
			if d := uint64(destructor); b.Addr <= d && d-b.Addr < uint64(len(b.Mem)) {
				delete(k.of, key)
				callC(c.keyDelete, uintptr(key))
			}
		}
	}
	k.n.Store(int64(len(k.of)))
}

// keyFunction is what loaded code calls by a name for keys, 0 if that is the C library's.
func keyFunction(name string) uintptr {
	gate := gateKeyCreate
	switch name {
	case "pthread_key_create", "__pthread_key_create":
	case "pthread_key_delete":
		gate = gateKeyDelete
	case "tss_create":
		gate = gateTSSCreate
	case "tss_delete":
		gate = gateTSSDelete
	default:
		return 0
	}
	if registeredGo[gate] == 0 {
		return 0
	}
	return gatePC[gate]
}
