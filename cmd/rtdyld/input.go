package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// inputs are the files of a command, opened and told apart.
type inputs struct {
	objects  []*objfmt.ObjectBuffer
	archives []*ar.Archive
	bytes    uint64
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

// open maps all files; with prefault it also brings their pages in.
func open(paths []string, prefault bool) (*inputs, error) {
	in := &inputs{}
	for _, p := range paths {
		buf, err := objfmt.OpenBuffer(p)
		if err != nil {
			in.close()
			return nil, err
		}
		if prefault {
			buf.Prefault()
		}
		in.bytes += uint64(len(buf.Bytes()))
		a, err := ar.FromBuffer(buf)
		switch {
		case err == nil:
			a.External = ar.Beside(dirOf(p))
			in.archives = append(in.archives, a)
		case errors.Is(err, objfmt.ErrUnknownFormat):
			in.objects = append(in.objects, buf)
		default:
			buf.Close()
			in.close()
			return nil, err
		}
	}
	return in, nil
}

func dirOf(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i+1]
	}
	return "."
}

// close gives up what images do not hold.
func (in *inputs) close() {
	for _, b := range in.objects {
		b.Close()
	}
	for _, a := range in.archives {
		a.Close()
	}
	in.objects, in.archives = nil, nil
}

// parse parses the objects on j goroutines and adds the members of the archives.
func (in *inputs) parse(ctx context.Context, j int, whole bool, defined func(string) bool) ([]*objfmt.ObjectImage, error) {
	imgs := make([]*objfmt.ObjectImage, len(in.objects))
	errs := make([]error, len(in.objects))
	var next atomic.Int64
	var wg sync.WaitGroup
	work := func() {
		for {
			i := int(next.Add(1)) - 1
			if i >= len(imgs) {
				return
			}
			imgs[i], errs[i] = objfile.ParseBuffer(in.objects[i])
		}
	}
	if j <= 1 {
		work()
	} else {
		for range j {
			wg.Go(work)
		}
		wg.Wait()
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	in.objects = nil // the images own them now
	if whole {
		return rtdyld.CollectAll(ctx, imgs, in.archives)
	}
	return rtdyld.Collect(ctx, imgs, in.archives, defined)
}

// stringList is a flag that may be given more than once.
type stringList []string

func (s *stringList) String() string     { return strings.Join(*s, ",") }
func (s *stringList) Set(v string) error { *s = append(*s, v); return nil }

// report prints an error, each line of a joined one with the command's name.
func report(w interface{ Write([]byte) (int, error) }, err error) {
	for _, line := range strings.Split(err.Error(), "\n") {
		fmt.Fprintln(w, "rtdyld:", line)
	}
}
