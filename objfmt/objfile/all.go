package objfile

import (
	"context"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// OpenAll opens and parses object files that are loaded and given up together: it is [ParseAll] of what an [objfmt.Opener]
// opens, in less time than one after the other, since n goroutines open files, too, and parse what they have just read; 0: as
// many goroutines as pay. The images are in the order of the paths, and must be closed. After an error nothing is open. The error
// is that of the first path that does not open, or else those of all files that are no objects, as of [ParseBufferContext].
func OpenAll(ctx context.Context, n int, paths []string) ([]*objfmt.ObjectImage, error) {
	files := make([]File, len(paths))
	for i, path := range paths {
		files[i].Path = path
	}
	ReadFiles(ctx, FilesConfig{Workers: n, Opener: &objfmt.Opener{Files: len(paths)}}, files)
	imgs, err := Images(files)
	if err != nil {
		for i := range files {
			files[i].Close()
		}
	}
	return imgs, err
}

// ParseAll parses objects that are loaded and given up together, in less time than one by one: their records lie in
// large pieces of memory, which the garbage collector frees once none of the images is of use any more. On Linux those
// of a megabyte of input or more have huge pages, where the system gives them. n goroutines are at work; 0: as many as
// pay. The images are in the order of the buffers, and take over the caller's ownership of them; on an error
// all buffers stay the caller's. Errors are those of [ParseBufferContext], of all objects that have one.
func ParseAll(ctx context.Context, n int, bufs []*objfmt.ObjectBuffer) ([]*objfmt.ObjectImage, error) {
	files := make([]File, len(bufs))
	for i, b := range bufs {
		files[i].Buffer = b
	}
	ReadFiles(ctx, FilesConfig{Workers: n}, files)
	return Images(files)
}

// Images are those of files that [ReadFiles] has read, in their order. The error is that of the first file that did not open, or
// else those of all that are no objects; the files stay as they are.
func Images(files []File) ([]*objfmt.ObjectImage, error) {
	imgs := make([]*objfmt.ObjectImage, len(files))
	var errs []error
	for i := range files {
		f := &files[i]
		if f.Buffer == nil && f.Err != nil {
			return nil, f.Err
		}
		if imgs[i] = f.Image; f.Err != nil {
			errs = append(errs, f.Err)
		}
	}
	if err := texts.Join(errs...); err != nil {
		return nil, err
	}
	return imgs, nil
}
