package cache

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// Images keeps linked images in a folder, by keys of what they were linked of: a program that starts again maps one, and neither compiles nor
// links. It is for modules that belong together and are the same at each start; names that they leave undefined are the process's. An engine's
// modules, which come and go one by one, find their names by the engine's Resolver.
//
// Files appear whole, belong to this user, and go by a limit as those of a [Dir]; they lie in a folder of their own, rtdyld-images. A file that is damaged, is of another
// key, format or target, or was bound to a library that is another one now, is not used, and replaced by what is linked anew. An Images may be used
// concurrently, by any number of processes, and needs no closing.
type Images struct {
	dir *Dir
	cfg ImagesConfig
}

// ImagesConfig says how images are linked and kept.
type ImagesConfig struct {
	// Linker is the configuration of the linkers that images are mapped by, and are linked as. Its Images and Memory are required. Origin and Library, where it has
	// them, tell from which library each import is; the images are bound to those.
	Linker rtdyld.Config
	// Limit is the size that the files may have, in bytes. 0: [DefaultDirBytes].
	Limit int64
	// Trusted has files be mapped without a look at all of their bytes: see rtdyld.ImageConfig.
	Trusted bool
	// Report is called with errors that cost no more than linking anew: why a file is not used, why one cannot be written, what keeps objects from being
	// saved (an *rtdyld.NotSavableError). nil: not called.
	Report func(err error)
}

// OpenImages makes the folder, as [OpenDir] does. The errors are the same; without Linker.Images one matches rtdyld.ErrUnsupported.
func OpenImages(path string, cfg ImagesConfig) (*Images, error) {
	if cfg.Linker.Images == nil {
		return nil, fmt.Errorf("cache: images: the linker's configuration has no Images: %w", rtdyld.ErrUnsupported)
	}
	dir, err := openFolder(path, imageOwn, cfg.Limit, nil)
	if err != nil {
		return nil, err
	}
	return &Images{dir, cfg}, nil
}

// Path is the folder that was opened.
func (c *Images) Path() string { return c.dir.path }

// Key is the key of an image: of the objects that it is linked of, each by the key of its compiler.Signature or the SHA-256 of its file, in their order, of whatever else
// it depends on, as options, and of the target that the configuration says.
func (c *Images) Key(objects []compiler.Key, options ...string) compiler.Key {
	h := sha256.New()
	fmt.Fprintf(h, "rtdyld image 1\n%q\n%d\n", c.cfg.Linker.Triple.String(), len(objects))
	for i := range objects {
		h.Write(objects[i][:])
	}
	for _, o := range options {
		fmt.Fprintf(h, "%q\n", o)
	}
	return compiler.Key(h.Sum(nil))
}

// Load maps the image that is kept for a key into a linker, ready to run. Is none kept, build is called for its objects, which Load closes: they are linked to an
// image, which is kept and mapped. What cannot be saved is loaded and finalized as it is. The linker is one of the configuration's, with listeners as it likes.
//
// The objects are to be unloaded by the caller, together. Errors are those of build and of [rtdyld.Linker.Save], Load, Finalize and MapImage; then nothing is left in
// the linker.
func (c *Images) Load(ctx context.Context, l *rtdyld.Linker, key compiler.Key, build func(ctx context.Context) ([]*objfmt.ObjectImage, error)) ([]*rtdyld.Object, error) {
	if err := ended(ctx); err != nil {
		return nil, err
	}
	o, err := c.mapKept(ctx, l, key)
	if err == nil {
		return []*rtdyld.Object{o}, nil
	}
	if !isMiss(err) {
		return nil, err
	}
	if !errors.Is(err, fs.ErrNotExist) {
		c.report(err)
	}
	imgs, err := build(ctx)
	if err != nil {
		return nil, err
	}
	defer func() {
		for _, img := range imgs {
			img.Close()
		}
	}()
	data, err := c.link(ctx, key, imgs)
	if errors.Is(err, rtdyld.ErrNotSavable) {
		c.report(err)
		return bring(ctx, l, imgs)
	}
	if err != nil {
		return nil, err
	}
	if o, err = c.mapNew(ctx, l, key, data); err != nil {
		return nil, err
	}
	return []*rtdyld.Object{o}, nil
}

// isMiss reports whether an error of a file that is kept, or of mapping it, is one of the file alone: nothing of it has run.
func isMiss(err error) bool {
	var undefined *rtdyld.UndefinedError
	var file *fs.PathError
	for _, of := range []error{ErrDamaged, ErrRefused, fs.ErrNotExist, objfmt.ErrFormat, rtdyld.ErrNotImage, rtdyld.ErrImageVersion, rtdyld.ErrImageHash, rtdyld.ErrImageLibrary, rtdyld.ErrTarget} {
		if errors.Is(err, of) {
			return true
		}
	}
	return errors.As(err, &undefined) || errors.As(err, &file)
}

func (c *Images) report(err error) {
	if c.cfg.Report != nil {
		c.cfg.Report(err)
	}
}

// mapKept maps the file of a key. Of what is in it an error tells that it is a miss.
func (c *Images) mapKept(ctx context.Context, l *rtdyld.Linker, key compiler.Key) (*rtdyld.Object, error) {
	f, err := c.open(key)
	if err != nil {
		return nil, err
	}
	img, err := rtdyld.OpenImageFile(f, rtdyld.ImageConfig{Trusted: c.cfg.Trusted})
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	defer img.Close()
	if img.SOName() != soname(key) {
		return nil, &DamagedError{key, c.dir.file(key), "it is of another key"}
	}
	return l.MapImage(ctx, img, rtdyld.MapConfig{})
}

// soname is the name that an image has by its key.
func soname(key compiler.Key) string { return "rtdyld-" + key.String() }

// open opens the file of a key, which has been used now.
func (c *Images) open(key compiler.Key) (*os.File, error) {
	name := key.String()
	root, err := c.dir.open(false)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	sub, err := c.dir.folder(root, name[:2], false)
	if err != nil {
		return nil, err
	}
	defer sub.Close()
	f, _, err := c.dir.openFile(sub, name)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	_ = sub.Chtimes(name, now, now) // a folder that cannot be written serves as well
	return f, nil
}

// link links objects to an image.
func (c *Images) link(ctx context.Context, key compiler.Key, imgs []*objfmt.ObjectImage) (data []byte, err error) {
	save, err := c.bound(ctx, imgs)
	if err != nil {
		return nil, err
	}
	save.Name = soname(key)
	cfg := c.cfg.Linker
	cfg.Image, cfg.Listeners, cfg.Loaded = true, nil, nil
	l, err := rtdyld.New(cfg)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	objs, err := l.Load(ctx, imgs...)
	if err != nil {
		return nil, err
	}
	var b imageBytes
	save.Contents = b.contents
	err = l.Save(ctx, &b, save, objs...)
	return b, err
}

// imageBytes are those of an image, which is made in them.
type imageBytes []byte

// contents has memory for the first size bytes; symbols for debuggers follow them, as a rule in less than a quarter as many.
func (b *imageBytes) contents(size uint64) ([]byte, error) {
	*b = make([]byte, size, size+size/4)
	return *b, nil
}

// Write implements io.Writer.
func (b *imageBytes) Write(p []byte) (int, error) {
	*b = append(*b, p...)
	return len(p), nil
}

// bring loads objects that cannot be saved.
func bring(ctx context.Context, l *rtdyld.Linker, imgs []*objfmt.ObjectImage) ([]*rtdyld.Object, error) {
	objs, err := l.Load(ctx, imgs...)
	if err != nil {
		return nil, err
	}
	if err := l.Finalize(ctx, objs...); err != nil {
		return nil, errors.Join(err, l.Unload(context.WithoutCancel(ctx), objs...))
	}
	return objs, nil
}

// mapNew keeps an image and maps it: its file, if there is one now.
func (c *Images) mapNew(ctx context.Context, l *rtdyld.Linker, key compiler.Key, data []byte) (*rtdyld.Object, error) {
	err := c.keep(key, data)
	if err == nil {
		var o *rtdyld.Object
		if o, err = c.mapKept(ctx, l, key); err == nil || !isMiss(err) {
			return o, err
		}
	}
	if !errors.Is(err, fs.ErrNotExist) { // it was too large, or somebody empties the folder
		c.report(err)
	}
	buf := objfmt.NewBuffer(soname(key), data)
	img, err := rtdyld.ReadImage(buf, rtdyld.ImageConfig{Trusted: true})
	if err != nil {
		buf.Close()
		return nil, err
	}
	defer img.Close()
	return l.MapImage(ctx, img, rtdyld.MapConfig{})
}

// keep writes a file. One that is larger than the limit is not kept.
func (c *Images) keep(key compiler.Key, data []byte) error {
	size := int64(len(data))
	if size > c.dir.limit {
		return fs.ErrNotExist
	}
	err := c.dir.write(key.String(), data)
	if errors.Is(err, fs.ErrNotExist) { // somebody empties the folder
		err = c.dir.write(key.String(), data)
	}
	if err != nil {
		return wrap(err)
	}
	return c.dir.wrote(size)
}

// bound says which libraries names are from that objects leave undefined.
func (c *Images) bound(ctx context.Context, imgs []*objfmt.ObjectImage) (save rtdyld.SaveConfig, err error) {
	cfg := &c.cfg.Linker
	if cfg.Resolver == nil || cfg.Origin == nil || cfg.Library == nil {
		return save, nil
	}
	refs := undefined(imgs)
	out := make([]rtdyld.Symbol, len(refs))
	if err := cfg.Resolver.Resolve(ctx, refs, out); err != nil {
		return save, err
	}
	save.Imports = map[string]rtdyld.ImageImport{}
	index := map[string]int{} // of libraries, -1: not known
	for i := range refs {
		if s := &out[i]; !s.Found || s.Object != nil || s.Kind == rtdyld.TLS || s.Kind == rtdyld.Abs {
			continue
		}
		file := cfg.Origin(refs[i].Name, out[i].Addr)
		if file == "" {
			continue
		}
		base := filepath.Base(file)
		n, asked := index[base]
		if !asked {
			n = -1
			if lib, ok := cfg.Library(base); ok {
				n = len(save.Libraries)
				save.Libraries = append(save.Libraries, lib)
			}
			index[base] = n
		}
		if n >= 0 {
			save.Imports[refs[i].Name] = rtdyld.ImageImport{Library: n}
		}
	}
	return save, nil
}

// undefined lists names that objects leave undefined, each once.
func undefined(imgs []*objfmt.ObjectImage) (refs []rtdyld.Ref) {
	seen := map[string]bool{}
	for _, undef := range []bool{false, true} { // names that one defines are not open
		for _, img := range imgs {
			for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
				s := &img.Symbols[i]
				name := img.SymbolName(objfmt.SymbolID(i))
				if (s.Section == objfmt.SecUndef) != undef || seen[name] {
					continue
				}
				seen[name] = true
				if undef {
					refs = append(refs, rtdyld.Ref{Name: name, Weak: true, TLS: s.Type == objfmt.SymTLS})
				}
			}
		}
	}
	return refs
}
