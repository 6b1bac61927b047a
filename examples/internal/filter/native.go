package filter

import (
	"context"
	"errors"

	"github.com/go-rtdyld/rtdyld/examples/internal/irc"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// Native compiles filters to code of this process. It may be used concurrently.
type Native struct {
	Compiler *irc.Compiler
	process  *host.Process
	engine   *engine.Engine
}

// OpenNative finds a compiler, see irc.Open, and makes an engine. Errors are *irc.MissingError, or match
// host.ErrSystem.
func OpenNative(ctx context.Context, cfg irc.Config) (*Native, error) {
	c, err := irc.Open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	p, err := host.Open(host.Config{})
	if err != nil {
		return nil, err
	}
	e, err := engine.New(engine.Config{Linker: p.LinkerConfig(), Compiler: c})
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return &Native{c, p, e}, nil
}

// Close takes everything away.
func (n *Native) Close() error {
	return errors.Join(n.engine.Close(), n.process.Close())
}

// Query is a compiled filter.
type Query struct {
	n      *Native
	module *engine.Module
	count  func(rows int64, price *float64, qty, region *int32) int64
}

// Query compiles and links a filter.
func (n *Native) Query(ctx context.Context, filter *Node) (q *Query, err error) {
	text := IR(filter, n.Compiler.Opaque)
	q = &Query{n: n}
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
		return nil, errors.Join(err, q.Close())
	}
	return q, nil
}

// Run counts the rows that the filter lets through.
func (q *Query) Run(t *Table) int64 {
	if len(t.Price) == 0 {
		return 0
	}
	leave := q.n.engine.Enter() // the code stays until we are through
	defer leave()
	return q.count(int64(len(t.Price)), &t.Price[0], &t.Qty[0], &t.Region[0])
}

// Close unloads the filter's code.
func (q *Query) Close() error {
	return q.n.engine.Remove(context.Background(), q.module)
}
