package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// SetCache has the engine ask another cache from now on; nil: none. What is being compiled goes on with
// the one that it began with.
func (e *Engine) SetCache(c compiler.ObjectCache) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cache = c
}

// AddListener has a listener told of what happens from now on, after those that there are. remove
// ends that; an event that is being told may still reach the listener afterwards. remove may be called
// more than once.
func (e *Engine) AddListener(l Listener) (remove func()) {
	at := &l // tells it from others that are equal
	e.mu.Lock()
	defer e.mu.Unlock()
	e.listeners = append(slices.Clip(e.listeners), at)
	return func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.listeners = slices.DeleteFunc(slices.Clone(e.listeners), func(x *Listener) bool { return x == at })
	}
}

// listening are the listeners of this moment.
func (e *Engine) listening() []*Listener {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.listeners
}

// tell calls f for each listener, all of them also if one panics, which is its error.
func (e *Engine) tell(f func(Listener)) error {
	var errs []error
	for _, l := range e.listening() {
		if err := e.caught("", func() error { f(*l); return nil }); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// compiled makes an image of a source, through the cache.
func (e *Engine) compiled(ctx context.Context, u *unit) (*objfmt.ObjectImage, error) {
	c := e.cfg.Compiler
	src := *u.source
	if u.part != nil {
		err := e.caught("Part.Source", func() (err error) { src, err = u.part(ctx); return err })
		if err != nil {
			return nil, err
		}
	}
	e.mu.Lock()
	cache := e.cache
	if src.Triple.IsZero() {
		src.Triple = e.target
	}
	e.mu.Unlock()
	var entry compiler.Entry
	err := e.caught("Compiler.Signature", func() error { entry = compiler.NewEntry(c.Signature(src)); return nil })
	if err != nil {
		return nil, err
	}
	entry.Module = u.m.in.Name
	if cache != nil {
		img, err := e.cached(ctx, cache, u, &entry)
		if err = e.cacheFailed(u.m, err); img != nil || err != nil {
			return img, err
		}
	}
	var buf *objfmt.ObjectBuffer
	err = e.caught("Compiler.Compile", func() (err error) { buf, err = c.Compile(ctx, src); return err })
	if err != nil {
		return nil, err
	}
	buf = stamped(buf, entry.Signature)
	if cache != nil {
		err := e.caught("ObjectCache.Put", func() error { return cache.Put(ctx, entry, buf) })
		if err = e.cacheFailed(u.m, err); err != nil {
			buf.Close()
			return nil, err
		}
	}
	return e.parsed(ctx, u, buf, false)
}

// cached is the image of what a cache has for an entry, nil if that is nothing, or no good.
func (e *Engine) cached(ctx context.Context, cache compiler.ObjectCache, u *unit, entry *compiler.Entry) (*objfmt.ObjectImage, error) {
	var buf *objfmt.ObjectBuffer
	var ok bool
	err := e.caught("ObjectCache.Get", func() (err error) { buf, ok, err = cache.Get(ctx, *entry); return err })
	if !ok || err != nil {
		return nil, err
	}
	if err = entry.Check(buf.Bytes()); err != nil {
		buf.Close()
	} else {
		var img *objfmt.ObjectImage
		if img, err = e.parsed(ctx, u, buf, true); err == nil {
			return img, nil
		}
	}
	return nil, fmt.Errorf("cached object %v: %w", entry.Key, err)
}

// cacheFailed tells the program of an error of the cache. It returns that of a panic, which fails the module.
func (e *Engine) cacheFailed(m *Module, err error) error {
	var p *PanicError
	if err == nil || errors.As(err, &p) {
		return err
	}
	if e.cfg.CacheError == nil {
		return nil
	}
	return e.caught("Config.CacheError", func() error { e.cfg.CacheError(m, err); return nil })
}

// stamped puts a signature into an object, so that it tells by itself what it was made from. What
// cannot be stamped, see [compiler.Stamp], stays as it is.
func stamped(buf *objfmt.ObjectBuffer, s compiler.Signature) *objfmt.ObjectBuffer {
	b, err := compiler.Stamp(buf.Bytes(), s)
	if err != nil {
		return buf
	}
	defer buf.Close()
	return objfmt.NewBuffer(buf.Name(), b)
}

// parsed makes an image of a buffer, which it takes over.
func (e *Engine) parsed(ctx context.Context, u *unit, buf *objfmt.ObjectBuffer, cached bool) (*objfmt.ObjectImage, error) {
	img, err := objfile.ParseBufferContext(ctx, buf)
	if err != nil {
		buf.Close()
		return nil, err
	}
	if err = e.checkTarget(img); err != nil {
		img.Close()
		return nil, err
	}
	err = e.tell(func(l Listener) { l.Compiled(u.m, buf, cached) })
	if err != nil {
		img.Close()
		return nil, err
	}
	return u.m.owned(img), nil
}
