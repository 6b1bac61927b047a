//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package executor

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/executor/keeper"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/confine"
)

// startAnew starts the program anew if it has an environment that it is not to have, so
// that nothing is left of it, and if it is to be in a sandbox, so that Landlock has all
// of its threads. It returns if that was done already, or is not possible, as under an
// emulator.
func (o *options) startAnew() {
	args, env := o.Args, os.Environ()
	again := o.EmptyEnv && len(env) > 0
	if again {
		env = []string{}
	}
	if o.Limits.Sandbox && !o.Landlocked {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if o.landlock = confine.Landlock(); o.landlock == nil {
			again, args = true, append([]string{"-landlocked"}, args...)
		}
	}
	if !again {
		return
	}
	self, err := keeper.Self()
	if err == nil {
		err = unix.Exec(self, slices.Concat(os.Args[:1], o.Before, args), env)
	}
	o.landlock = errors.Join(o.landlock, err) // of the environment forget tells
}

// forget makes an environment that is still there go: from Go's variables, from the C
// library's, and from memory.
func forget(r rtdyld.Resolver) confine.Restriction {
	name := confine.EmptyEnvironment
	if len(os.Environ()) > 0 {
		os.Clearenv()
		if err := overwrite(r); err != nil {
			return confine.Restriction{Name: name, Reason: err.Error()}
		}
	}
	// An emulator's own environment is what this shows, for one.
	left, err := os.ReadFile("/proc/self/environ")
	if err == nil && len(bytes.Trim(left, "\x00")) > 0 {
		err = errors.New("/proc/self/environ still has it")
	}
	if err != nil {
		return confine.Restriction{Name: name, Reason: err.Error()}
	}
	return confine.Restriction{Name: name, Active: true}
}

// overwrite overwrites the strings of the C library's environ, and empties it.
func overwrite(r rtdyld.Resolver) error {
	ctx, mem := context.Background(), serve.OwnMemory()
	var at [1]rtdyld.Symbol
	if err := r.Resolve(ctx, []rtdyld.Ref{{Name: "environ"}}, at[:]); err != nil || !at[0].Found {
		return fmt.Errorf("the C library's environ: %w", errors.Join(err, os.ErrNotExist))
	}
	word := func(addr uint64) (uint64, error) {
		var b [8]byte
		err := mem.Read(ctx, addr, b[:wordSize])
		return binary.NativeEndian.Uint64(b[:]), err
	}
	array, err := word(at[0].Addr)
	for next := array; err == nil && next != 0; next += wordSize {
		var s uint64
		if s, err = word(next); s == 0 || err != nil {
			break
		}
		var c [1]byte
		for err = mem.Read(ctx, s, c[:]); err == nil && c[0] != 0; err = mem.Read(ctx, s, c[:]) {
			if err = mem.Write(ctx, s, []byte{0}); err != nil {
				break
			}
			s++
		}
	}
	if err == nil && array != 0 {
		err = mem.Write(ctx, array, make([]byte, wordSize))
	}
	return err
}

// wordSize is the size of a pointer in bytes.
const wordSize = 4 << (^uintptr(0) >> 63)
