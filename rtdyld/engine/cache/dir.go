package cache

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
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
// that is killed leaves nothing but a temporary file, which is removed by the next process that looks
// ten minutes later. The folder needs no lock and no index.
//
// All of it lies in a folder in that one, rtdyld-objects, and nothing else is ever looked at, changed
// or removed; there, too, what has no name of a Dir's is left alone. No link is followed
// from there on. On Unix it and the folders in it must belong to the user that the process
// runs as (its effective user), entries too, and nobody else may be allowed to write there; what is not
// so is refused with a *[RefusedError]. Elsewhere the system's own rights alone decide: on Windows, those that folders
// get from what they are made in.
//
// When the files have more bytes than the limit, those go that were asked for least
// recently: the times at which files were last written tell. Each process looks at the
// folder when it has written a sixteenth of the limit, so that the limit may be passed by
// that much a process for a while.
//
// A Dir may be used concurrently and needs no closing.
type Dir struct {
	path  string
	own   string // its own folder there
	limit int64
	key   []byte        // of signatures; nil: there are none
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

// OpenDir makes the folder, if it is not there, for this user alone, and its own folder in it. limit is
// the size that its files may have, in bytes; 0 is [DefaultDirBytes]. A folder that others may write
// is a *[RefusedError].
func OpenDir(path string, limit int64) (*Dir, error) { return OpenSignedDir(path, limit, nil) }

// OpenSignedDir is [OpenDir] for entries that are signed: a file that was not made with the same
// key is not used, and its error matches [ErrDamaged]; the object is compiled anew then and replaces
// it. That is for folders of which rights do not say enough: on a disk that others have had, in a copy,
// where the system has no users. Who writes there can remove entries, and bring back older ones of the
// same compiler.Key, but make none. The signature is an HMAC with SHA-256 of the entry's key, name and
// object. key is copied and should be 32 random bytes, which nobody else knows. nil: entries are not signed.
func OpenSignedDir(path string, limit int64, key []byte) (*Dir, error) {
	return openFolder(path, ownFolder, limit, key)
}

// openFolder makes a Dir of which own is the folder.
func openFolder(path, own string, limit int64, key []byte) (*Dir, error) {
	if limit <= 0 {
		limit = DefaultDirBytes
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	d := &Dir{path: abs, own: own, limit: limit, key: bytes.Clone(key), stale: tempAge}
	root, err := d.open(true)
	if err != nil {
		return nil, wrap(err)
	}
	defer root.Close()
	temp, err := d.folder(root, tempFolder, true)
	if err != nil {
		return nil, wrap(err)
	}
	defer temp.Close()
	d.cleanTemp(temp)
	return d, nil
}

// Path is the folder that was opened.
func (d *Dir) Path() string { return d.path }

// A file is these bytes, the key, the SHA-256 of what follows or the signature, the length of the object's
// name (2 bytes, little-endian), the name, and the object.
const (
	dirMagic = "rtdyld object cache 1\n"
	dirHead  = len(dirMagic) + sha256.Size + sha256.Size
)

// file is where the object of a key is.
func (d *Dir) file(key compiler.Key) string {
	name := key.String()
	return filepath.Join(d.path, d.own, name[:2], name)
}

// Get implements [compiler.ObjectCache]. A file that is damaged is removed, unless it is one of another
// signature, and the error matches [ErrDamaged]. What is no file of this user's, or is larger than the
// limit, is a *[RefusedError] and stays.
func (d *Dir) Get(ctx context.Context, e compiler.Entry) (*objfmt.ObjectBuffer, bool, error) {
	if err := ended(ctx); err != nil {
		return nil, false, err
	}
	obj, err := d.get(&e)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, wrap(err)
	}
	return obj, true, nil
}

func (d *Dir) get(e *compiler.Entry) (*objfmt.ObjectBuffer, error) {
	name := e.Key.String()
	root, err := d.open(false)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	sub, err := d.folder(root, name[:2], false)
	if err != nil {
		return nil, err
	}
	defer sub.Close()
	b, err := d.read(sub, name)
	if err != nil {
		return nil, err
	}
	title, obj, what := d.openEntry(e.Key, b)
	if what == "" {
		what = stampFault(e, obj)
	}
	if what != "" {
		if what != notSigned {
			_ = sub.Remove(name) // else it is replaced
		}
		return nil, &DamagedError{e.Key, d.file(e.Key), what}
	}
	now := time.Now()
	_ = sub.Chtimes(name, now, now) // a folder that cannot be written serves as well
	return objfmt.NewBuffer(title, obj), nil
}

// notSigned is what is wrong with an entry of another key, or of none.
const notSigned = "it is not signed with this key"

// openEntry checks the bytes of a file; what says what is wrong.
func (d *Dir) openEntry(key compiler.Key, b []byte) (name string, obj []byte, what string) {
	body, ok := bytes.CutPrefix(b, []byte(dirMagic))
	if !ok || len(b) < dirHead+2 {
		return "", nil, "it has no head"
	}
	if !bytes.Equal(body[:sha256.Size], key[:]) {
		return "", nil, "it is of another key"
	}
	hash, body := body[sha256.Size:2*sha256.Size], body[2*sha256.Size:]
	switch {
	case hmac.Equal(d.seal(key, body), hash):
	case d.key != nil:
		return "", nil, notSigned
	default:
		return "", nil, "its hash is another"
	}
	n := int(binary.LittleEndian.Uint16(body))
	if body = body[2:]; n > len(body) {
		return "", nil, "its name is cut"
	}
	return string(body[:n]), body[n:len(body):len(body)], ""
}

// seal is the signature of pieces that follow it, or their hash.
func (d *Dir) seal(key compiler.Key, pieces ...[]byte) []byte {
	h := sha256.New()
	if d.key != nil {
		h = hmac.New(sha256.New, d.key)
		h.Write([]byte(dirMagic))
		h.Write(key[:])
	}
	for _, b := range pieces {
		h.Write(b)
	}
	return h.Sum(nil)
}

// entryHead is what stands in a file before the object.
func (d *Dir) entryHead(key compiler.Key, name string, obj []byte) []byte {
	name = name[:min(len(name), 1<<16-1)]
	head := append(append([]byte(dirMagic), key[:]...), make([]byte, sha256.Size)...)
	head = binary.LittleEndian.AppendUint16(head, uint16(len(name)))
	head = append(head, name...)
	copy(head[dirHead-sha256.Size:], d.seal(key, head[dirHead:], obj))
	return head
}

// Put implements [compiler.ObjectCache]. An object that is larger than the limit is not
// kept.
func (d *Dir) Put(ctx context.Context, e compiler.Entry, obj *objfmt.ObjectBuffer) error {
	if err := ended(ctx); err != nil {
		return err
	}
	head := d.entryHead(e.Key, obj.Name(), obj.Bytes())
	size := int64(len(head) + len(obj.Bytes()))
	if size > d.limit {
		return nil
	}
	err := d.write(e.Key.String(), head, obj.Bytes())
	if errors.Is(err, fs.ErrNotExist) { // somebody empties the folder
		err = d.write(e.Key.String(), head, obj.Bytes())
	}
	if err != nil {
		return wrap(err)
	}
	return d.wrote(size)
}

// write makes an entry appear with these contents.
func (d *Dir) write(name string, pieces ...[]byte) error {
	root, err := d.open(true)
	if err != nil {
		return err
	}
	defer root.Close()
	temp, err := d.folder(root, tempFolder, true)
	if err != nil {
		return err
	}
	defer temp.Close()
	sub, err := d.folder(root, name[:2], true)
	if err != nil {
		return err
	}
	defer sub.Close()
	f, made, err := create(temp)
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
		err = root.Rename(tempFolder+"/"+made, name[:2]+"/"+name)
	}
	if err != nil {
		_ = temp.Remove(made)
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
	name string // in the folder of its first two letters
	size int64
	used time.Time
}

// trim removes what was used least recently until seven eighths of the limit are left,
// if it is passed, and temporary files that nobody writes. It returns how many bytes are
// there. Files may come and go meanwhile.
func (d *Dir) trim() (total int64, err error) {
	root, err := d.open(false)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, wrap(err)
	}
	defer root.Close()
	if temp, err := d.folder(root, tempFolder, false); err == nil {
		total = d.cleanTemp(temp)
		temp.Close()
	}
	folders, err := names(root)
	if err != nil {
		return 0, wrap(err)
	}
	var files []dirFile
	for _, name := range folders {
		if len(name) == 2 && isHex(name) {
			files = d.list(root, name, files)
		}
	}
	for _, f := range files {
		total += f.size
	}
	if total <= d.limit {
		return total, nil
	}
	slices.SortFunc(files, func(a, b dirFile) int {
		return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.name, b.name))
	})
	for _, f := range files {
		if total <= d.limit-d.limit/8 {
			break
		}
		if rerr := root.Remove(f.name[:2] + "/" + f.name); rerr != nil && !errors.Is(rerr, fs.ErrNotExist) {
			err = wrap(rerr)
			continue
		}
		total -= f.size
	}
	return total, err
}

// list appends the entries of one folder.
func (d *Dir) list(root *os.Root, folder string, files []dirFile) []dirFile {
	sub, err := d.folder(root, folder, false)
	if err != nil {
		return files // it went, or is no folder of ours
	}
	defer sub.Close()
	entries, err := names(sub)
	if err != nil {
		return files
	}
	for _, name := range entries {
		if len(name) != 2*sha256.Size || name[:2] != folder || !isHex(name) {
			continue
		}
		info, err := sub.Lstat(name)
		if err == nil && refused(info) == "" && info.Mode().IsRegular() {
			files = append(files, dirFile{name, info.Size(), info.ModTime()})
		}
	}
	return files
}

// cleanTemp removes temporary files that are old and returns the bytes of the others.
func (d *Dir) cleanTemp(temp *os.Root) (size int64) {
	list, err := names(temp)
	if err != nil {
		return 0
	}
	for _, name := range list {
		random, ok := strings.CutPrefix(name, tempPrefix)
		if !ok || len(random) != 2*tempRandom || !isHex(random) {
			continue
		}
		info, err := temp.Lstat(name)
		switch {
		case err != nil || !info.Mode().IsRegular() || refused(info) != "":
		case time.Since(info.ModTime()) > d.stale:
			_ = temp.Remove(name)
		default:
			size += info.Size()
		}
	}
	return size
}
