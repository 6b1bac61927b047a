//go:build linux || darwin

package serve

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// Receive takes descriptors from a Unix socket until it ends, which is no error. Each
// message is a number in 8 bytes, the lowest first, with one descriptor. What is not so
// ends it with an error.
func (s *Server) Receive(conn *net.UnixConn) error {
	for {
		number, f, err := RecvDescriptor(conn)
		if errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err == nil {
			err = s.passed.add(number, f)
		}
		if err != nil {
			return fmt.Errorf("descriptors: %w", err)
		}
	}
}

// ErrDescriptor says that a message is not a number with one descriptor.
var ErrDescriptor = errors.New("not a number with a descriptor")

// RecvDescriptor takes one message from a socket for descriptors. The file is the
// caller's.
func RecvDescriptor(conn *net.UnixConn) (uint64, *os.File, error) {
	var b [8]byte
	oob := make([]byte, unix.CmsgSpace(4*4))
	n, on, flags, _, err := conn.ReadMsgUnix(b[:], oob)
	if err != nil {
		return 0, nil, err
	}
	if n == 0 && on == 0 {
		return 0, nil, io.EOF
	}
	fds, err := rights(oob[:on])
	if err == nil && (n != len(b) || len(fds) != 1 || flags&unix.MSG_CTRUNC != 0) {
		err = ErrDescriptor
	}
	if err != nil {
		for _, fd := range fds {
			unix.Close(fd)
		}
		return 0, nil, err
	}
	unix.CloseOnExec(fds[0])
	return binary.LittleEndian.Uint64(b[:]), os.NewFile(uintptr(fds[0]), "passed"), nil
}

// rights are the descriptors of a control message.
func rights(oob []byte) (fds []int, err error) {
	msgs, err := unix.ParseSocketControlMessage(oob)
	for i := range msgs {
		more, e := unix.ParseUnixRights(&msgs[i])
		fds = append(fds, more...)
		err = errors.Join(err, e)
	}
	return fds, err
}

// SendDescriptor sends a descriptor with its number.
func SendDescriptor(conn *net.UnixConn, number uint64, f *os.File) error {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], number)
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	err2 := raw.Control(func(fd uintptr) {
		_, _, err = conn.WriteMsgUnix(b[:], unix.UnixRights(int(fd)), nil)
	})
	return errors.Join(err, err2)
}
