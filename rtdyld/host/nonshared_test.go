//go:build linux && amd64

package host

import (
	"path/filepath"
	"syscall"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"
)

// TestStatShims calls the stat family as code compiled for an old glibc does, and
// holds the result against the system call's.
func TestStatShims(t *testing.T) {
	if _, err := getLibc(); err != nil {
		t.Fatal(err)
	}
	if shimTarget[shimStat] == 0 || shimTarget[shimFstatat] == 0 {
		t.Skip("this libc has no __xstat")
	}
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	if err := syscall.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	fd, err := syscall.Open(dir, syscall.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fd)
	cs := func(s string) *byte { return &append([]byte(s), 0)[0] }

	var want, wantLink syscall.Stat_t
	if err := syscall.Stat(dir, &want); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Lstat(link, &wantLink); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		call func(st *syscall.Stat_t) uintptr
		want syscall.Stat_t
	}{
		{"stat", func(st *syscall.Stat_t) uintptr {
			r, _, _ := purego.SyscallN(shimPC[shimStat], uintptr(unsafe.Pointer(cs(link))), uintptr(unsafe.Pointer(st)))
			return r
		}, want},
		{"lstat", func(st *syscall.Stat_t) uintptr {
			r, _, _ := purego.SyscallN(shimPC[shimLstat], uintptr(unsafe.Pointer(cs(link))), uintptr(unsafe.Pointer(st)))
			return r
		}, wantLink},
		{"fstat", func(st *syscall.Stat_t) uintptr {
			r, _, _ := purego.SyscallN(shimPC[shimFstat], uintptr(fd), uintptr(unsafe.Pointer(st)))
			return r
		}, want},
		{"fstatat", func(st *syscall.Stat_t) uintptr {
			r, _, _ := purego.SyscallN(shimPC[shimFstatat], uintptr(fd), uintptr(unsafe.Pointer(cs("link"))), uintptr(unsafe.Pointer(st)), unix.AT_SYMLINK_NOFOLLOW)
			return r
		}, wantLink},
	}
	for _, tt := range tests {
		var got syscall.Stat_t
		if r := tt.call(&got); int32(r) != 0 {
			t.Errorf("%s returned %d", tt.name, int32(r))
		}
		got.Atim, tt.want.Atim = syscall.Timespec{}, syscall.Timespec{}
		if got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

func TestMknodShims(t *testing.T) {
	if _, err := getLibc(); err != nil {
		t.Fatal(err)
	}
	if shimTarget[shimMknod] == 0 || shimTarget[shimMknodat] == 0 {
		t.Skip("this libc has no __xmknod")
	}
	dir := t.TempDir()
	fd, err := syscall.Open(dir, syscall.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fd)
	null := unix.Mkdev(1, 3)
	for _, mode := range []uint32{syscall.S_IFIFO | 0o600, syscall.S_IFCHR | 0o600} {
		if mode&syscall.S_IFMT == syscall.S_IFCHR {
			if err := syscall.Mknod(filepath.Join(dir, "probe"), mode, int(null)); err != nil {
				t.Logf("devices are not tried: %v", err)
				continue
			}
		}
		for name, call := range map[string]func(p []byte) uintptr{
			"mknod": func(p []byte) uintptr {
				p = append([]byte(dir+"/"), p...)
				r, _, _ := purego.SyscallN(shimPC[shimMknod], uintptr(unsafe.Pointer(&p[0])), uintptr(mode), uintptr(null))
				return r
			},
			"mknodat": func(p []byte) uintptr {
				r, _, _ := purego.SyscallN(shimPC[shimMknodat], uintptr(fd), uintptr(unsafe.Pointer(&p[0])), uintptr(mode), uintptr(null))
				return r
			},
		} {
			if r := call([]byte(name + "\x00")); int32(r) != 0 {
				t.Errorf("%s returned %d", name, int32(r))
				continue
			}
			var st syscall.Stat_t
			if err := syscall.Stat(filepath.Join(dir, name), &st); err != nil {
				t.Error(err)
			}
			if st.Mode&syscall.S_IFMT != mode&syscall.S_IFMT || mode&syscall.S_IFMT == syscall.S_IFCHR && st.Rdev != null {
				t.Errorf("%s: mode %#o, device %#x", name, st.Mode, st.Rdev)
			}
			if err := syscall.Unlink(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestMissingNames: what no library of this system has is given all the same.
func TestMissingNames(t *testing.T) {
	p := open(t, Config{})
	r := p.cfg.Resolver.(*threadNames).next.(*resolver)
	im := r.c.loadedImages()
	for _, name := range []string{"__stack_chk_fail_local", "stat", "lstat", "fstat", "fstatat", "stat64", "lstat64", "fstat64", "fstatat64", "mknod", "mknodat"} {
		s, ok := r.missing(im, new(cnames), name, "")
		if !ok || s.Addr == 0 || !s.Found {
			t.Errorf("%s: %+v", name, s)
		}
		if _, ok := r.missing(im, new(cnames), name, "V"); ok {
			t.Errorf("%s@V is given", name)
		}
	}
	for _, name := range []string{"atexit", "at_quick_exit", "pthread_atfork", "__pthread_atfork"} {
		if s, ok := r.c.own(name, ""); !ok || s.Addr == 0 {
			t.Errorf("%s: %+v", name, s)
		}
	}
	if a, b := resolve(t, p, "atexit")[0], resolve(t, p, "atexit")[0]; a != b {
		t.Errorf("atexit has two addresses: %#x, %#x", a.Addr, b.Addr)
	}
}
