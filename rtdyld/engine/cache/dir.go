package cache

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// Dir keeps objects in files of a folder, which any number of processes may use at once.
// A file appears whole or not at all (it is written beside and renamed), so that a process
// that is killed leaves nothing but a temporary file, which is removed by whoever looks
// ten minutes later. The folder needs no lock and no index.
//
// When the files have more bytes than the limit, those go that were asked for least
// recently: the times at which files were last written tell. Each process looks at the
// folder when it has written a sixteenth of the limit, so that the limit may be passed by
// that much a process for a while.
//
// A Dir may be used concurrently and needs no closing.
type Dir struct {
	path  string
	limit int64
	stale time.Duration // age of temporary files that nobody writes any more

	mu      sync.Mutex
	written int64 // bytes since the folder was looked at
	room    int64 // what may be written until it is looked at again
	looking bool
}

// DefaultDirBytes is the limit of a Dir that is opened without one.
const DefaultDirBytes = 1 << 30

// tempAge is how long a temporary file is taken to be written.
const tempAge = 10 * time.Minute

// OpenDir makes the folder, if it is not there, for this user alone. limit is the size that
// its files may have, in bytes; 0 is [DefaultDirBytes].
func OpenDir(path string, limit int64) (*Dir, error) {
	if limit <= 0 {
		limit = DefaultDirBytes
	}
	abs, err := filepath.Abs(path)
	if err == nil {
		err = os.MkdirAll(filepath.Join(abs, tempFolder), 0o700)
	}
	if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	d := &Dir{path: abs, limit: limit, stale: tempAge}
	d.cleanTemp()
	return d, nil
}

// Path is the folder.
func (d *Dir) Path() string { return d.path }

// A file is these bytes, the key, the SHA-256 of what follows, the length of the object's
// name (2 bytes, little-endian), the name, and the object.
const (
	dirMagic   = "rtdyld object cache 1\n"
	dirHead    = len(dirMagic) + sha256.Size + sha256.Size
	tempFolder = "tmp"
)

// file is where the object of a key is.
func (d *Dir) file(key compiler.Key) string {
	name := key.String()
	return filepath.Join(d.path, name[:2], name)
}

// Get implements [compiler.ObjectCache]. A file that is damaged is removed, and the error
// matches [ErrDamaged].
func (d *Dir) Get(ctx context.Context, e compiler.Entry) (*objfmt.ObjectBuffer, bool, error) {
	if err := ended(ctx); err != nil {
		return nil, false, err
	}
	file := d.file(e.Key)
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("cache: %w", err)
	}
	name, obj, what := openEntry(e.Key, b)
	if what == "" {
		what = stampFault(&e, obj)
	}
	if what != "" {
		os.Remove(file)
		return nil, false, &DamagedError{e.Key, file, what}
	}
	now := time.Now()
	os.Chtimes(file, now, now) // a folder that cannot be written serves as well
	return objfmt.NewBuffer(name, obj), true, nil
}

// openEntry checks the bytes of a file; what says what is wrong.
func openEntry(key compiler.Key, b []byte) (name string, obj []byte, what string) {
	body, ok := bytes.CutPrefix(b, []byte(dirMagic))
	if !ok || len(b) < dirHead+2 {
		return "", nil, "it has no head"
	}
	if !bytes.Equal(body[:sha256.Size], key[:]) {
		return "", nil, "it is of another key"
	}
	hash, body := body[sha256.Size:2*sha256.Size], body[2*sha256.Size:]
	if got := sha256.Sum256(body); !bytes.Equal(got[:], hash) {
		return "", nil, "its hash is another"
	}
	n := int(binary.LittleEndian.Uint16(body))
	if body = body[2:]; n > len(body) {
		return "", nil, "its name is cut"
	}
	return string(body[:n]), body[n:len(body):len(body)], ""
}

// entryHead is what stands in a file before the object.
func entryHead(key compiler.Key, name string, obj []byte) []byte {
	name = name[:min(len(name), 1<<16-1)]
	head := append(append([]byte(dirMagic), key[:]...), make([]byte, sha256.Size)...)
	head = binary.LittleEndian.AppendUint16(head, uint16(len(name)))
	head = append(head, name...)
	h := sha256.New()
	h.Write(head[dirHead:])
	h.Write(obj)
	h.Sum(head[:dirHead-sha256.Size])
	return head
}

// Put implements [compiler.ObjectCache]. An object that is larger than the limit is not
// kept.
func (d *Dir) Put(ctx context.Context, e compiler.Entry, obj *objfmt.ObjectBuffer) error {
	if err := ended(ctx); err != nil {
		return err
	}
	head := entryHead(e.Key, obj.Name(), obj.Bytes())
	size := int64(len(head) + len(obj.Bytes()))
	if size > d.limit {
		return nil
	}
	if err := d.write(d.file(e.Key), head, obj.Bytes()); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return d.wrote(size)
}

// write makes a file appear with these contents.
func (d *Dir) write(file string, pieces ...[]byte) error {
	f, err := os.CreateTemp(filepath.Join(d.path, tempFolder), "")
	if errors.Is(err, fs.ErrNotExist) { // somebody has emptied the folder
		if err = os.MkdirAll(filepath.Join(d.path, tempFolder), 0o700); err == nil {
			f, err = os.CreateTemp(filepath.Join(d.path, tempFolder), "")
		}
	}
	if err != nil {
		return err
	}
	for _, b := range pieces {
		if _, err = f.Write(b); err != nil {
			break
		}
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), file)
		if errors.Is(err, fs.ErrNotExist) {
			if err = os.MkdirAll(filepath.Dir(file), 0o700); err == nil {
				err = os.Rename(f.Name(), file)
			}
		}
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// wrote counts bytes, and looks at the folder when they are many.
func (d *Dir) wrote(n int64) error {
	d.mu.Lock()
	d.written += n
	if d.looking || d.written <= d.room {
		d.mu.Unlock()
		return nil
	}
	d.looking = true
	d.written = 0
	d.mu.Unlock()

	total, err := d.trim()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.looking = false
	d.room = min(d.limit/16, max(0, d.limit-total))
	return err
}

// dirFile is an entry as trim sees it.
type dirFile struct {
	path string
	size int64
	used time.Time
}

// trim removes what was used least recently until seven eighths of the limit are left,
// if it is passed, and temporary files that nobody writes. It returns how many bytes are
// there. Files may come and go meanwhile.
func (d *Dir) trim() (total int64, err error) {
	total = d.cleanTemp()
	folders, err := os.ReadDir(d.path)
	if err != nil {
		return 0, fmt.Errorf("cache: %w", err)
	}
	var files []dirFile
	for _, folder := range folders {
		if len(folder.Name()) != 2 {
			continue
		}
		dir := filepath.Join(d.path, folder.Name())
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // it went, or is no folder of ours
		}
		for _, e := range entries {
			info, err := e.Info()
			if err != nil || !info.Mode().IsRegular() || !strings.HasPrefix(e.Name(), folder.Name()) || len(e.Name()) != 2*sha256.Size {
				continue
			}
			files = append(files, dirFile{filepath.Join(dir, e.Name()), info.Size(), info.ModTime()})
			total += info.Size()
		}
	}
	if total <= d.limit {
		return total, nil
	}
	slices.SortFunc(files, func(a, b dirFile) int {
		return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.path, b.path))
	})
	for _, f := range files {
		if total <= d.limit-d.limit/8 {
			break
		}
		if rerr := os.Remove(f.path); rerr != nil && !errors.Is(rerr, fs.ErrNotExist) {
			err = fmt.Errorf("cache: %w", rerr)
			continue
		}
		total -= f.size
	}
	return total, err
}

// cleanTemp removes temporary files that are old and returns the bytes of the others.
func (d *Dir) cleanTemp() (size int64) {
	dir := filepath.Join(d.path, tempFolder)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue
		}
		if time.Since(info.ModTime()) > d.stale {
			os.Remove(filepath.Join(dir, e.Name()))
		} else {
			size += info.Size()
		}
	}
	return size
}
