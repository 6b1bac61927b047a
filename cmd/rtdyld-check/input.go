package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// stdinName is what an object from the standard input is called.
const stdinName = "<stdin>"

// image reads and parses an input.
func (t *tool) image(ctx context.Context, name string) (*objfmt.ObjectImage, error) {
	buf, err := t.buffer(ctx, name)
	if err != nil {
		return nil, errorf("unable to read input: '%s'", systemText(err))
	}
	buf, err = t.part(buf)
	var img *objfmt.ObjectImage
	if err == nil {
		img, err = objfile.ParseBufferContext(ctx, buf)
	}
	if err == nil {
		err = t.targets(name, img)
	}
	if err == nil {
		return img, nil
	}
	buf.Close()
	if errors.Is(err, objfmt.ErrUnknownFormat) || errors.Is(err, objfmt.ErrArchive) {
		return nil, &failure{msg: "unable to create object file: 'The file was not recognized as a valid object file\n'", detail: err}
	}
	if t.action == actJITLink {
		return nil, graphError(err)
	}
	return nil, errorf("unable to create object file: '%v\n'", err)
}

// images reads and parses all inputs; close them.
func (t *tool) images(ctx context.Context) ([]*objfmt.ObjectImage, error) {
	var imgs []*objfmt.ObjectImage
	for _, name := range t.inputs {
		img, err := t.image(ctx, name)
		if err != nil {
			closeImages(imgs)
			return nil, err
		}
		imgs = append(imgs, img)
	}
	return imgs, nil
}

// closeImages gives images up; a linker that has loaded them has its own hold.
func closeImages(imgs []*objfmt.ObjectImage) {
	for _, img := range imgs {
		img.Close()
	}
}

// buffer opens an object file or reads the standard input.
func (t *tool) buffer(ctx context.Context, name string) (*objfmt.ObjectBuffer, error) {
	if name == "-" {
		data, err := t.readStdin(ctx)
		return objfmt.NewBuffer(stdinName, data), err
	}
	if st, err := os.Stat(name); err != nil {
		return nil, err
	} else if st.IsDir() {
		return nil, syscall.EISDIR
	}
	return objfmt.OpenBuffer(name)
}

// readStdin reads the standard input to its end, or until ctx ends: reading goes on then, for nobody.
func (t *tool) readStdin(ctx context.Context) (data []byte, err error) {
	read := make(chan struct{})
	var all []byte
	var failed error
	go func() {
		all, failed = io.ReadAll(t.stdin)
		close(read)
	}()
	select {
	case <-read:
		return all, failed
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// text reads a file of rules, or the standard input.
func (t *tool) text(ctx context.Context, name string) ([]byte, error) {
	if name == "-" {
		return t.readStdin(ctx)
	}
	return os.ReadFile(name)
}

// systemText is an error of the system as C's strerror has it.
func systemText(err error) string {
	text := err.Error()
	if e := syscall.Errno(0); errors.As(err, &e) {
		text = e.Error()
	}
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// checkDylibs refuses what is no file; the libraries are opened with the process.
func (t *tool) checkDylibs() error {
	for _, name := range t.dylibs {
		if st, err := os.Stat(name); err != nil || !st.Mode().IsRegular() {
			return fatalf("Dylib not found: '%s'.", name)
		}
	}
	return nil
}
