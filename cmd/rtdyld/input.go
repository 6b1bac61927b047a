package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// inputs are the files of a command, opened and told apart.
type inputs struct {
	objects  []objfile.File // parsed, or to be
	archives []*ar.Archive
	shared   []string // shared libraries, where they count
	linked   []*rtdyld.LinkedImage
	bytes    uint64

	files   objfmt.Opener
	maps    bool // all files are mapped: their pages can be given back
	j       int  // goroutines that open and parse files, 0: as many as pay
	apart   bool // parsing is a step of its own: files are opened before it, and their pages are there
	find    finding
	sources sources
	runs    bool   // sources are compiled, images are mapped
	shares  bool   // shared libraries count, and are listed
	alone   bool   // no shared library is opened: what this command brings along stands for the system's
	stdin   bool   // it was read
	typed   []byte // what was read there

	why     bool            // reasons are wanted
	reasons []rtdyld.Reason // for each member of an archive that was taken
}

// expand replaces @LIST by the names in the file LIST, a line each.
func expand(args []string) ([]string, error) {
	var out []string
	for _, a := range args {
		if len(a) < 2 || a[0] != '@' {
			out = append(out, a)
			continue
		}
		f, err := os.Open(a[1:])
		if err != nil {
			return nil, err
		}
		sc := bufio.NewScanner(f)
		for sc.Scan() {
			if line := strings.TrimSpace(sc.Text()); line != "" {
				out = append(out, line)
			}
		}
		f.Close()
		if err := sc.Err(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// fewFiles are too few to be opened at the same time: a goroutine takes as many.
const fewFiles = 8

// openAll opens files, of which it parses objects where those are many, then what -l names. After an error nothing is open.
func (in *inputs) openAll(ctx context.Context, paths []string) (err error) {
	in.files.Files = len(paths)
	ahead := in.ahead(ctx, paths)
	defer func() {
		if err != nil {
			closeFiles(ahead)
			in.close()
		}
	}()
	for _, p := range paths {
		if err := ctx.Err(); err != nil {
			return err
		}
		f := objfile.File{Path: p}
		if len(ahead) > 0 && ahead[0].Path == p {
			f, ahead = ahead[0], ahead[1:]
		}
		if err := in.open(ctx, f); err != nil {
			return err
		}
	}
	for _, name := range in.find.names {
		if err := in.addLibrary(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// ahead opens those of many files that can be before the others have been looked at, and parses objects among them.
func (in *inputs) ahead(ctx context.Context, paths []string) []objfile.File {
	if in.apart || len(paths) < fewFiles {
		return nil
	}
	files := make([]objfile.File, 0, len(paths))
	for _, p := range paths {
		if p != "-" {
			files = append(files, objfile.File{Path: p})
		}
	}
	cfg := objfile.FilesConfig{Workers: in.j, Opener: &in.files, Objects: true}
	if in.maps {
		cfg.Opener = nil
	}
	objfile.ReadFiles(ctx, cfg, files)
	return files
}

// closeFiles closes files that are open.
func closeFiles(files []objfile.File) {
	for i := range files {
		files[i].Close()
	}
}

// close gives up what images do not hold.
func (in *inputs) close() {
	closeFiles(in.objects)
	for _, a := range in.archives {
		a.Close()
	}
	for _, img := range in.linked {
		img.Close()
	}
	in.objects, in.archives, in.linked = nil, nil, nil
}

// parse parses the objects on j goroutines and adds the members of the archives
// that they, the entries and the names of -u need, or all members.
func (in *inputs) parse(ctx context.Context, j int, whole bool, entries ...string) ([]*objfmt.ObjectImage, error) {
	imgs, err := in.parseObjects(ctx, j)
	if err != nil {
		return nil, err
	}
	return in.collect(ctx, imgs, whole, nil, entries...)
}

// firstTriple is what the inputs are made for: what the first object says or, where there are
// archives alone, the first of their members that is one; zero if nothing does.
func (in *inputs) firstTriple(ctx context.Context, imgs []*objfmt.ObjectImage) triple.Triple {
	if len(imgs) > 0 {
		return imgs[0].Triple
	}
	for _, a := range in.archives {
		for m, err := range a.Members() {
			if err != nil || ctx.Err() != nil {
				break // collecting members says it
			}
			if img, err := objfile.ParseMemberContext(ctx, m); err == nil {
				defer img.Close()
				return img.Triple
			}
		}
	}
	return triple.Triple{}
}

// collect adds members of the archives to the objects' images: all, or those that
// images and entries need for names that defined does not report.
func (in *inputs) collect(ctx context.Context, imgs []*objfmt.ObjectImage, whole bool, defined func(string) bool, entries ...string) ([]*objfmt.ObjectImage, error) {
	if len(in.archives) == 0 {
		return imgs, nil
	}
	if whole {
		return rtdyld.CollectAll(ctx, imgs, in.archives)
	}
	c := rtdyld.NewCollector(in.archives, defined)
	c.Wrap(rtdyld.NewWrapping(in.find.wrapped...))
	if in.why {
		c.Tell(func(r rtdyld.Reason) { in.reasons = append(in.reasons, r) })
	}
	members, err := c.Collect(ctx, imgs, append(entries[:len(entries):len(entries)], in.find.wanted...)...)
	return append(imgs[:len(imgs):len(imgs)], members...), err
}

// nothing says why there is nothing to link.
func (in *inputs) nothing(ctx context.Context) error {
	why := make([]string, 0, len(in.archives))
	for _, a := range in.archives {
		members, objects := 0, false
		for m, err := range a.Members() {
			if err != nil {
				return err
			}
			members++
			img, err := objfile.ParseMemberContext(ctx, m)
			if err == nil {
				img.Close()
			}
			if objects = !errors.Is(err, objfmt.ErrUnknownFormat); objects {
				break
			}
		}
		switch {
		case objects:
			return errors.New("nothing to link: archives give members that objects need, or all with -whole-archive")
		case members == 0:
			why = append(why, texts.Name(a.Name())+" has no members")
		default:
			why = append(why, fmt.Sprintf("no member of %s is an object", texts.Name(a.Name())))
		}
	}
	if len(why) == 0 {
		why = append(why, "no input is an object")
	}
	return errors.New("nothing to link: " + strings.Join(why, ", "))
}

// parseObjects parses the objects that are not parsed yet on j goroutines. The images of all are the caller's.
func (in *inputs) parseObjects(ctx context.Context, j int) ([]*objfmt.ObjectImage, error) {
	objfile.ReadFiles(ctx, objfile.FilesConfig{Workers: j}, in.objects)
	imgs, err := objfile.Images(in.objects)
	if err != nil {
		return nil, err
	}
	in.objects = nil // the images own them now
	return imgs, nil
}

// stringList is a flag that may be given more than once.
type stringList []string

func (s *stringList) String() string     { return strings.Join(*s, ",") }
func (s *stringList) Set(v string) error { *s = append(*s, v); return nil }

// oneOf is a flag whose value is one of its words, the first unless it is set.
type oneOf []string

func (o *oneOf) String() string {
	if len(*o) == 0 {
		return "" // flag makes one to see what a zero value prints
	}
	return (*o)[0]
}

func (o *oneOf) Set(v string) error {
	if !slices.Contains(*o, v) {
		return fmt.Errorf("want %s", strings.Join(*o, " or "))
	}
	*o = []string{v}
	return nil
}

// withPaths is the text of an error with the paths in it quoted where they cannot be printed.
func withPaths(err error, text string) string {
	switch e := err.(type) {
	case *fs.PathError:
		return strings.ReplaceAll(text, e.Path, texts.Name(e.Path))
	case interface{ Unwrap() error }:
		return withPaths(e.Unwrap(), text)
	case interface{ Unwrap() []error }:
		for _, err := range e.Unwrap() {
			text = withPaths(err, text)
		}
	}
	return text
}

// report prints an error, each line of a joined one with the command's name.
func report(w io.Writer, err error) {
	for _, line := range strings.Split(withPaths(err, err.Error()), "\n") {
		parts := strings.Split(line, "\t") // which stacks are indented by
		for i := range parts {
			parts[i] = texts.Line(parts[i])
		}
		fmt.Fprintln(w, "rtdyld:", strings.Join(parts, "\t"))
	}
}
