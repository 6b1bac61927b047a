package serve

import (
	"context"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// symbolKinds are those of the protocol by the linker's.
var symbolKinds = [...]wire.SymbolKind{
	rtdyld.Unspecified: wire.SymbolKind_SYMBOL_KIND_UNSPECIFIED,
	rtdyld.Func:        wire.SymbolKind_SYMBOL_KIND_FUNC,
	rtdyld.Data:        wire.SymbolKind_SYMBOL_KIND_DATA,
	rtdyld.TLS:         wire.SymbolKind_SYMBOL_KIND_TLS,
	rtdyld.Abs:         wire.SymbolKind_SYMBOL_KIND_ABS,
}

// Lookup implements wire.ExecutorServer.
func (s service) Lookup(ctx context.Context, req *wire.LookupRequest) (*wire.LookupReply, error) {
	if s.cfg.Resolver == nil {
		return nil, missing("resolver")
	}
	refs := make([]rtdyld.Ref, len(req.Refs))
	for i, r := range req.Refs {
		refs[i] = rtdyld.Ref{Name: string(r.Name), Weak: r.Weak, TLS: r.Tls}
		if len(r.Library) > 0 {
			refs[i].Import = &objfmt.Import{Library: string(r.Library), Name: string(r.ImportName), Ordinal: uint16(r.Ordinal), ByOrdinal: len(r.ImportName) == 0}
		}
	}
	found := make([]rtdyld.Symbol, len(refs))
	if err := s.cfg.Resolver.Resolve(ctx, refs, found); err != nil {
		return nil, explain(err)
	}
	symbols := make([]wire.Symbol, len(found))
	reply := &wire.LookupReply{Symbols: make([]*wire.Symbol, len(found))}
	for i, f := range found {
		out := &symbols[i]
		reply.Symbols[i] = out
		if !f.Found {
			continue
		}
		out.Found, out.Addr, out.Size, out.Module = true, f.Addr, f.Size, f.Module
		if t := f.Thread; t != nil {
			out.Thread = &wire.ThreadLocal{Module: t.Module, Offset: t.Offset, Static: t.Static, Function: t.Descriptor[0], Argument: t.Descriptor[1]}
		}
		if int(f.Kind) < len(symbolKinds) {
			out.Kind = symbolKinds[f.Kind]
		}
	}
	return reply, nil
}
