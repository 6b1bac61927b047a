package serve

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// pair makes two Unix sockets that are connected.
func pair(t testing.TB) (a, b *net.UnixConn) {
	t.Helper()
	fd, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	var conns [2]*net.UnixConn
	for i := range conns {
		f := os.NewFile(uintptr(fd[i]), "socket")
		c, err := net.FileConn(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		conns[i] = c.(*net.UnixConn)
		t.Cleanup(func() { c.Close() })
	}
	return conns[0], conns[1]
}

// memory makes a file of memory with contents.
func memory(t testing.TB, contents []byte) *os.File {
	t.Helper()
	fd, err := unix.MemfdCreate("test", unix.MFD_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(fd), "memory")
	t.Cleanup(func() { f.Close() })
	if _, err := f.Write(contents); err != nil {
		t.Fatal(err)
	}
	return f
}

// sharedRig is a rig whose server shares memory that comes on a socket.
func sharedRig(t *testing.T) (*rig, *net.UnixConn, chan error) {
	var r *rig
	r = newRig(t, func(o *Config) {
		m, err := mem.NewDualMapped(mem.MapperConfig{NoExec: true, Runner: func(ctx context.Context, c mem.Call) error { return r.srv.RunAction(ctx, c) }})
		if err != nil {
			t.Fatal(err)
		}
		o.Mapper, o.Shared = m, m
	})
	ours, theirs := pair(t)
	ended := make(chan error, 1)
	go func() { ended <- r.srv.Receive(theirs) }()
	return r, ours, ended
}

// TestShared: memory that is passed is the memory of a reservation, whether the
// descriptor comes before it is asked for or after.
func TestShared(t *testing.T) {
	r, pass, ended := sharedRig(t)
	if !must[*wire.HelloReply](t)(r.Hello(t.Context(), &wire.HelloRequest{Version: 1})).SharedMemory {
		t.Error("no shared memory")
	}
	page := uint64(os.Getpagesize())
	for number, late := range []bool{false, true} {
		contents := bytes.Repeat(fmt.Append(nil, "contents", number), int(2*page)/9+1)[:2*page]
		f := memory(t, contents)
		send := func() {
			if err := SendDescriptor(pass, uint64(number)+1, f); err != nil {
				t.Error(err)
			}
		}
		if late {
			time.AfterFunc(50*time.Millisecond, send)
		} else {
			send()
		}
		reply := must[*wire.ReserveReply](t)(r.Reserve(t.Context(), &wire.ReserveRequest{Instance: r.id, Size: 2 * page, Shared: uint64(number) + 1}))
		at := reply.Range.Addr
		_, err := r.read(at, 1)
		code(t, "read before it is initialized", err, codes.OutOfRange, wire.ErrorDetail_REASON_UNMAPPED)
		id, err := r.initialize(&wire.InitializeRequest{Segments: []*wire.Segment{
			{Addr: at, Size: page, Content: page, Kind: wire.Kind_KIND_READ_ONLY}, {Addr: at + page, Size: page, Content: 9, Kind: wire.Kind_KIND_WRITABLE}}}, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.read(at, 2*page); err != nil || !bytes.Equal(got, contents) {
			t.Errorf("contents differ, or %v", err)
		}
		if err := r.write(at+page, []byte("by code")); err != nil {
			t.Error(err)
		}
		if got, err := r.read(at+page, 7); err != nil || string(got) != "by code" {
			t.Errorf("%q, %v", got, err)
		}
		b := make([]byte, page) // what is writable at last is the executor's own, for processes that it forks
		if _, err := f.ReadAt(b, int64(page)); err != nil || !bytes.Equal(b, contents[page:]) {
			t.Errorf("what was sent has changed to %q, or %v", b[:7], err)
		}
		if _, err := r.Deinitialize(t.Context(), &wire.DeinitializeRequest{Instance: r.id, Ids: []uint64{id}}); err != nil {
			t.Error(err)
		}
		_, err = r.initialize(&wire.InitializeRequest{Segments: []*wire.Segment{{Addr: at, Size: page, Content: 1, Kind: wire.Kind_KIND_WRITABLE}}}, []byte{1}, 1)
		code(t, "contents for shared memory", err, codes.InvalidArgument, none)
		if _, err := r.Release(t.Context(), &wire.ReleaseRequest{Instance: r.id, Bases: []uint64{at}}); err != nil {
			t.Error(err)
		}
	}
	// A number is good for once, and for as much memory as there is.
	small := memory(t, []byte("small"))
	if err := SendDescriptor(pass, 3, small); err != nil {
		t.Fatal(err)
	}
	_, err := r.Reserve(t.Context(), &wire.ReserveRequest{Instance: r.id, Size: page, Shared: 3})
	code(t, "less memory than said", err, codes.InvalidArgument, wire.ErrorDetail_REASON_RANGE)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	// The server, which knows the deadline, may be first to give up.
	_, err = r.Reserve(ctx, &wire.ReserveRequest{Instance: r.id, Size: page, Shared: 3})
	if c := status.Code(err); c != codes.DeadlineExceeded && c != codes.Canceled {
		t.Errorf("a number again: %v", err)
	}
	pass.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestDescriptorsRefused: what is no number with a descriptor ends the socket, and so
// does a flood; all descriptors are closed.
func TestDescriptorsRefused(t *testing.T) {
	f := memory(t, []byte("x"))
	two := unix.UnixRights(int(f.Fd()), int(f.Fd()))
	for name, send := range map[string]func(c *net.UnixConn){
		"short":          func(c *net.UnixConn) { c.WriteMsgUnix([]byte("1234567"), unix.UnixRights(int(f.Fd())), nil) },
		"no descriptor":  func(c *net.UnixConn) { c.Write([]byte("12345678")) },
		"two":            func(c *net.UnixConn) { c.WriteMsgUnix([]byte("12345678"), two, nil) },
		"number 0":       func(c *net.UnixConn) { SendDescriptor(c, 0, f) },
		"the same again": func(c *net.UnixConn) { SendDescriptor(c, 1, f); SendDescriptor(c, 1, f) },
		"flood": func(c *net.UnixConn) {
			for i := range uint64(maxPassed + 1) {
				SendDescriptor(c, i+1, f)
			}
		},
	} {
		r, pass, ended := sharedRig(t)
		before := openFiles(t)
		send(pass)
		if err := <-ended; err == nil {
			t.Errorf("%s: no error", name)
		}
		r.srv.Close()
		if after := openFiles(t); after > before {
			t.Errorf("%s: %d files are open, there were %d", name, after, before)
		}
	}
}

// openFiles counts the files of memory that this process has open.
func openFiles(t testing.TB) (n int) {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if name, _ := os.Readlink("/proc/self/fd/" + e.Name()); name == "/memfd:test (deleted)" {
			n++
		}
	}
	return n
}

// TestImagePassed: the file of an image is passed; it is closed here, mapped or refused.
func TestImagePassed(t *testing.T) {
	r, pass, _ := sharedRig(t)
	for number, supported := range []bool{false, true} {
		if supported {
			m, err := mem.NewImages(mem.ImagesConfig{})
			if err != nil {
				t.Fatal(err)
			}
			r.srv.cfg.Images = m
		}
		q := imageRequest()
		if err := SendDescriptor(pass, uint64(number)+1, memory(t, q.Data)); err != nil {
			t.Fatal(err)
		}
		q.File, q.Data, q.Length = uint64(number)+1, nil, 0
		m, err := r.mapImage(q)
		r.srv.passed.mu.Lock()
		n := len(r.srv.passed.files)
		r.srv.passed.mu.Unlock()
		if n != 0 {
			t.Errorf("%d descriptors wait", n)
		}
		if !supported {
			code(t, "no images", err, codes.Unimplemented, none)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.read(m.Base+2*imagePage, 4); err != nil || string(got) != "data" {
			t.Errorf("%q, %v", got, err)
		}
		must[*wire.UnmapImageReply](t)(r.UnmapImage(t.Context(), &wire.UnmapImageRequest{Instance: r.id, Id: m.Id}))
	}
}
