package host

import (
	"slices"
	"strconv"
	"strings"
)

const (
	tunablesVariable = "GLIBC_TUNABLES"
	// surplusTunable is the tunable's name.
	surplusTunable = "glibc.rtld.optional_static_tls"
	// usualSurplus is what the tunable is where nobody sets it, in bytes.
	usualSurplus = 512
)

// ThreadLocalEnv returns an environment, as "NAME=value", in which glibc from 2.33 on keeps size bytes of each thread
// for thread-locals of objects that are loaded, beside 512 for those of libraries, as it has them without it: for remote.Command's Env, or a program that starts
// itself once more, since the C library reads it when a process begins. env is not changed; what its
// GLIBC_TUNABLES says beside that is kept. The result is env itself where that has as much room already, and up to
// 512 bytes need no more than what is there. Threads have these bytes at the end of their stacks, so that
// none can be made if they are more.
//
// Source: glibc's manual, Dynamic Linking Tunables.
func ThreadLocalEnv(env []string, size uint64) []string {
	const name = tunablesVariable + "="
	was, at := "", -1
	for i, v := range env {
		if strings.HasPrefix(v, name) {
			was, at = v[len(name):], i
		}
	}
	want := size + usualSurplus
	if size <= usualSurplus || tunedSurplus(was) >= want {
		return env
	}
	if was != "" {
		was += ":"
	}
	entry := name + was + surplusTunable + "=" + strconv.FormatUint(want, 10)
	env = slices.Clone(env)
	if at < 0 {
		return append(env, entry)
	}
	env[at] = entry
	return env
}

// tunedSurplus is what a value of GLIBC_TUNABLES has for the tunable.
func tunedSurplus(tunables string) uint64 {
	surplus := uint64(usualSurplus)
	for t := range strings.SplitSeq(tunables, ":") {
		name, value, _ := strings.Cut(t, "=")
		if n, err := strconv.ParseUint(value, 0, 32); err == nil && name == surplusTunable {
			surplus = n
		}
	}
	return surplus
}
