// Package cache keeps compiled objects by the keys of their signatures: in memory
// ([Memory]), in a folder that many processes share ([Dir]), on a server that speaks the
// protocol of Bazel's remote cache over HTTP ([HTTP]), or in several of these one behind
// the other ([Chain]).
//
//	dir, err := cache.OpenDir(path, 1<<30)
//	c := cache.NewChain(cache.NewMemory(64<<20), dir)
//
// Every cache implements [compiler.ObjectCache]. What it returns is what was put: entries of
// folders and servers have the hash of what they hold, an object that has a stamp must be of the
// signature that is asked for, and one that does not fit is dropped and reported as a [DamagedError]. A hash tells damage, not intent: who can write where
// objects are kept decides what code runs. So a Dir refuses folders and files that others may write ([RefusedError]), and
// [OpenSignedDir] takes none that was not made with its key.
//
// [Images] keeps what is linked, in place of objects: a second start maps it.
//
// Law: this package compiles nothing and knows no format; Images alone knows the linker.
package cache

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// ErrDamaged is matched by every [DamagedError].
var ErrDamaged = errors.New("damaged cache entry")

// DamagedError is an entry that is not what was put. The object is compiled anew.
type DamagedError struct {
	Key   compiler.Key
	Where string // the file or address
	What  string // what is wrong with it
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("cache: %s: damaged entry: %s", e.Where, e.What)
}

// Is matches [ErrDamaged].
func (e *DamagedError) Is(target error) bool { return target == ErrDamaged }

// stampFault says what is wrong with the stamp of an object that is kept for e; "" if it is e's, or
// there is none.
func stampFault(e *compiler.Entry, obj []byte) string {
	if err := e.Check(obj); err != nil {
		return err.Error()
	}
	return ""
}

// ended returns the cause of a context that has ended.
func ended(ctx context.Context) error {
	if ctx.Err() != nil {
		return fmt.Errorf("cache: %w", context.Cause(ctx))
	}
	return nil
}
