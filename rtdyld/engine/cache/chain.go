package cache

import (
	"context"
	"errors"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// Chain asks several caches, the nearest first. It may be used concurrently if they may.
type Chain struct {
	caches []compiler.ObjectCache

	// Report is called with the errors of caches that did not matter, because another had the
	// object; nil: not called. It is to be set before the chain is used.
	Report func(err error)
}

// NewChain makes a chain of caches, the nearest first.
func NewChain(caches ...compiler.ObjectCache) *Chain { return &Chain{caches: caches} }

// Get implements [compiler.ObjectCache]: the first cache that has the object counts, and
// those before it are offered it.
func (c *Chain) Get(ctx context.Context, e compiler.Entry) (*objfmt.ObjectBuffer, bool, error) {
	var errs []error
	for i, cache := range c.caches {
		obj, ok, err := cache.Get(ctx, e)
		if err != nil {
			errs = append(errs, err)
		}
		if !ok {
			continue
		}
		for _, nearer := range c.caches[:i] {
			if err := nearer.Put(ctx, e, obj); err != nil {
				errs = append(errs, err)
			}
		}
		if len(errs) > 0 && c.Report != nil {
			c.Report(errors.Join(errs...))
		}
		return obj, true, nil
	}
	return nil, false, errors.Join(errs...)
}

// Put implements [compiler.ObjectCache]: every cache is offered the object.
func (c *Chain) Put(ctx context.Context, e compiler.Entry, obj *objfmt.ObjectBuffer) error {
	var errs []error
	for _, cache := range c.caches {
		if err := cache.Put(ctx, e, obj); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
