//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Code for transactional memory (gcc -fgnu-tm) finds by a function's address the one that does the same inside a transaction. Compilers write pairs of both
// to .tm_clone_table; the start files of a program or library tell libitm where theirs is, and objects have none of those. So libitm is told of each section, if
// it is in the process when that is opened.

const tmCloneTable = ".tm_clone_table" // pairs of addresses, which libitm sorts where they are

// tmClones tells libitm of the tables of objects. It implements [rtdyld.Listener].
type tmClones struct {
	register, deregister uintptr // void (*)(void *table, size_t pairs), void (*)(void *table)

	mu sync.Mutex
	of map[*rtdyld.Object][]uintptr // tables that are registered
}

// tmClones is nil where there is no libitm.
func (p *Process) tmClones() *tmClones {
	buf := cnamesPool.Get().(*cnames)
	defer cnamesPool.Put(buf)
	r := &resolver{c: p.c, scopes: p.scopes}
	register := r.find(buf, "_ITM_registerTMCloneTable", "")
	if register == 0 {
		return nil
	}
	deregister := r.find(buf, "_ITM_deregisterTMCloneTable", "")
	if deregister == 0 {
		return nil
	}
	return &tmClones{register: register, deregister: deregister, of: map[*rtdyld.Object][]uintptr{}}
}

// Finalized implements rtdyld.Listener.
func (t *tmClones) Finalized(objs []*rtdyld.Object) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, o := range objs {
		for _, s := range o.Sections() {
			if n := len(s.Mem) / (2 * wordSize); s.Name == tmCloneTable && n > 0 {
				callC(t.register, uintptr(s.Addr), uintptr(n))
				t.of[o] = append(t.of[o], uintptr(s.Addr))
			}
		}
	}
}

// Unloading implements rtdyld.Listener.
func (t *tmClones) Unloading(objs []*rtdyld.Object) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, o := range objs {
		for _, at := range t.of[o] {
			callC(t.deregister, at)
		}
		delete(t.of, o)
	}
}
