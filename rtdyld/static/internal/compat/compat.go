// Package compat has the objects that stand between code that was compiled with glibc's headers and musl's libc.a: C and assembly
// of this project, compiled without any library's headers and committed beside their sources, so that nobody needs a compiler.
// CI makes them again and compares.
//
// # What differs between glibc and musl on 64-bit Linux, and what becomes of it
//
// The same in both, by the kernel's ABI or because musl keeps to glibc's: stat, statvfs, dirent, timespec, tm, sigaction, siginfo_t, termios,
// addrinfo, sockaddr and their kin, passwd, group, lconv, utsname, option, glob_t, fpos_t, div_t, mbstate_t; jmp_buf and sigjmp_buf in size; pthread_t,
// pthread_attr_t, pthread_mutex_t, pthread_cond_t, pthread_rwlock_t, pthread_barrier_t, sem_t, posix_spawnattr_t in size, and what zero
// initializers mean; numbers of errno, signals, O_, LC_, _SC_, AI_, EAI_, REG_, FNM_, GLOB_. FILE: what glibc's putc_unlocked,
// getc_unlocked, feof_unlocked and ferror_unlocked inline finds musl's words in their places, or goes to __overflow and __uflow, which musl has.
//
// Made good here:
//
//   - names: fortified functions (__memcpy_chk and its kin check what glibc's check; %n is not refused), names with 64, C99's and C23's scanf and
//     strtol (of C23 scanf's %i reads no binary numbers), second names with two underscores, system calls of later versions, obstack, error,
//     random_r, arc4random, makedev and its kin, getcontext and its kin, waits by a clock (pthread_cond_clockwait and its kin)
//   - locale_t: glibc's headers and libstdc++ read tables of character classes out of it; newlocale and duplocale make locales with both libraries' words
//   - nl_langinfo: glibc's items for wide characters, which libstdc++ asks for
//   - pthread_mutex_t: static initializers of recursive and error-checking mutexes have their kind at another place; lock looks there
//   - C++ thread-locals: __cxa_thread_atexit_impl
//   - regmatch_t (glibc's has two int, musl's two long), re_nsub of regex_t, and the numbers that ftw and nftw give kinds of files: for objects of
//     which static.Config.Glibc says so, names with __rtdyld_glibc_ before them; ftw64 and nftw64 always
//
// Left as it is (libc/testdata/headers.tsv has all types and numbers that headers of both have otherwise):
//
//   - mathematics raise exceptions and do not set errno
//   - FTSENT (fts_open and its kin) is larger in musl, and its members lie elsewhere
//   - sched_getparam and its kin fail in musl; struct sched_param is larger there, and what is behind the priority is not written
//   - pthread_cleanup_push of glibc's headers in C: its names are refused
//   - locales: musl has C and C.UTF-8, and takes other names for the latter with translations; collation is by bytes, numbers have a point
//   - iconv knows fewer character sets, strftime and strptime no E and O forms of their own, printf no %'d groups
//   - C++ exceptions do not pass through musl's own functions (qsort with a function that throws): they are compiled without unwind tables
//   - dlopen and its kin fail and dlerror says why, as in any static program of musl's
//
// Law: nothing here is copied from a C library; layouts are facts of headers and ABIs.
package compat

import (
	"embed"
	"io/fs"
)

//go:embed c/linux_amd64/*.o c/linux_arm64/*.o
var objects embed.FS

// Object is one object and its name.
type Object struct {
	Name string
	Data []byte
}

// Objects has all objects for linux and a processor by Go's word for it, by name. None: there is none for that.
func Objects(goarch string) []Object {
	dir := "c/linux_" + goarch
	entries, err := fs.ReadDir(objects, dir)
	if err != nil {
		return nil
	}
	out := make([]Object, len(entries))
	for i, e := range entries {
		data, err := fs.ReadFile(objects, dir+"/"+e.Name())
		if err != nil {
			return nil
		}
		out[i] = Object{e.Name(), data}
	}
	return out
}
