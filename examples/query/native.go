package main

import (
	"context"
	"errors"

	"github.com/go-rtdyld/rtdyld/examples/internal/irc"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// native compiles filters to code of this process. It may be used concurrently.
type native struct {
	compiler *irc.Compiler
	process  *host.Process
	engine   *engine.Engine
}

// openNative finds a compiler, see irc.Open, and makes an engine. Errors are *irc.MissingError, or match
// host.ErrSystem.
func openNative(ctx context.Context, compiler string) (*native, error) {
	c, err := irc.Open(ctx, compiler)
	if err != nil {
		return nil, err
	}
	p, err := host.Open(host.Config{})
	if err != nil {
		return nil, err
	}
	cfg := engine.Config{Linker: p.LinkerConfig(), Compiler: c}
	e, err := engine.New(cfg)
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return &native{c, p, e}, nil
}

// close takes everything away.
func (n *native) close() error {
	return errors.Join(n.engine.Close(), n.process.Close())
}

// query is a compiled filter.
type query struct {
	n      *native
	module *engine.Module
	count  func(rows int64, price *float64, qty, region *int32) int64
}

// query compiles and links a filter.
func (n *native) query(ctx context.Context, filter *node) (q *query, err error) {
	text := compile(filter, n.compiler.Opaque)
	q = &query{n: n}
	q.module, err = n.engine.Add(ctx, engine.Input{
		Name: "filter.ll", Source: &compiler.Source{Text: text}, Defines: []string{filterName},
	})
	if err != nil {
		return nil, err
	}
	sym, err := n.engine.Lookup(ctx, filterName)
	if err == nil {
		q.count, err = abi.MakeFunc[func(int64, *float64, *int32, *int32) int64](n.process.Caller(), sym.Addr)
	}
	if err != nil {
		return nil, errors.Join(err, q.close())
	}
	return q, nil
}

// run counts the rows that the filter lets through.
func (q *query) run(t *table) int64 {
	if len(t.price) == 0 {
		return 0
	}
	leave := q.n.engine.Enter() // the code stays until we are through
	defer leave()
	return q.count(int64(len(t.price)), &t.price[0], &t.qty[0], &t.region[0])
}

// close unloads the filter's code.
func (q *query) close() error {
	return q.n.engine.Remove(context.Background(), q.module)
}
