package cache

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrRefused is matched by every [RefusedError].
var ErrRefused = errors.New("refused by the cache")

// RefusedError is a folder or file that a [Dir] does not use, because others may have written it, because
// it is no folder or regular file, or because it is too large. It stays as it is.
type RefusedError struct {
	Where string // the folder or file
	What  string // what is wrong with it
}

func (e *RefusedError) Error() string { return fmt.Sprintf("cache: %s: refused: %s", e.Where, e.What) }

// Is matches [ErrRefused].
func (e *RefusedError) Is(target error) bool { return target == ErrRefused }

const (
	ownFolder  = "rtdyld-objects" // of objects
	imageOwn   = "rtdyld-images"
	tempFolder = "tmp"
	tempPrefix = "rtdyld-"
	tempRandom = 16 // bytes
)

// wrap says that an error is the cache's, unless it does.
func wrap(err error) error {
	switch err.(type) {
	case *RefusedError, *DamagedError:
		return err
	}
	return fmt.Errorf("cache: %w", err)
}

// open opens the folder that all is in, and makes it if it is to.
func (d *Dir) open(create bool) (*os.Root, error) {
	if create {
		if err := os.MkdirAll(d.path, 0o700); err != nil {
			return nil, err
		}
	}
	given, err := os.OpenRoot(d.path)
	if err != nil {
		return nil, err
	}
	defer given.Close()
	return d.folder(given, d.own, create)
}

// folder opens a folder in another. What is opened is what is looked at: an [os.Root] follows no
// link out of it, and one inside leads to another folder than the name's.
func (d *Dir) folder(in *os.Root, name string, create bool) (*os.Root, error) {
	if create {
		if err := in.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	for range opens {
		before, err := in.Lstat(name)
		if err != nil {
			return nil, err
		}
		where := filepath.Join(in.Name(), name)
		if !before.IsDir() {
			return nil, &RefusedError{where, "it is no folder"}
		}
		sub, err := in.OpenRoot(name)
		if err != nil {
			return nil, err
		}
		info, err := sub.Stat(".")
		what := ""
		if err == nil {
			what = refused(info)
		}
		switch {
		case err != nil:
		case !os.SameFile(before, info):
			sub.Close()
			continue
		case what != "":
			err = &RefusedError{where, what}
		default:
			return sub, nil
		}
		sub.Close()
		return nil, err
	}
	return nil, &RefusedError{filepath.Join(in.Name(), name), "it changes all the time"}
}

// opens is how often something is opened again that was replaced meanwhile.
const opens = 100

// read reads a regular file of this user's that has at most the limit.
func (d *Dir) read(in *os.Root, name string) ([]byte, error) {
	f, size, err := d.openFile(in, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b := make([]byte, size)
	n, err := io.ReadFull(f, b)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // it has been cut: that is damage
		err = nil
	}
	return b[:n], err
}

// openFile opens a regular file of this user's that has at most the limit.
func (d *Dir) openFile(in *os.Root, name string) (f *os.File, size int64, err error) {
	where := filepath.Join(in.Name(), name)
	for range opens {
		before, err := in.Lstat(name)
		if err != nil {
			return nil, 0, err
		}
		if !before.Mode().IsRegular() {
			return nil, 0, &RefusedError{where, "it is no regular file"}
		}
		f, err := in.OpenFile(name, os.O_RDONLY|noWait, 0)
		if err != nil {
			return nil, 0, err
		}
		size, again, err := d.checkOpen(f, before, where)
		if err == nil && !again {
			return f, size, nil
		}
		f.Close()
		if err != nil {
			return nil, 0, err
		}
	}
	return nil, 0, &RefusedError{where, "it changes all the time"}
}

// checkOpen looks at a file that is open, unless it is another than was there before.
func (d *Dir) checkOpen(f *os.File, before fs.FileInfo, where string) (size int64, again bool, err error) {
	info, err := f.Stat()
	switch {
	case err != nil:
		return 0, false, err
	case !os.SameFile(before, info):
		return 0, true, nil
	}
	if what := refused(info); what != "" {
		return 0, false, &RefusedError{where, what}
	}
	if info.Size() > d.limit {
		return 0, false, &RefusedError{where, fmt.Sprintf("it has %d bytes, more than the limit, %d", info.Size(), d.limit)}
	}
	return info.Size(), false, nil
}

// create makes a temporary file.
func create(temp *os.Root) (*os.File, string, error) {
	var random [tempRandom]byte
	rand.Read(random[:])
	name := tempPrefix + hex.EncodeToString(random[:])
	f, err := temp.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	return f, name, err
}

// names lists a folder.
func names(in *os.Root) ([]string, error) {
	f, err := in.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

// isHex reports whether a name is made of digits as those of keys.
func isHex(name string) bool {
	for i := range len(name) {
		if c := name[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
