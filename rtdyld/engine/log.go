package engine

import (
	"context"
	"log/slog"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// logger makes debug records of what listeners are told.
type logger struct{ *slog.Logger }

// Compiled implements [Listener].
func (l logger) Compiled(m *Module, object *objfmt.ObjectBuffer, cached bool) {
	what := "module compiled"
	if cached {
		what = "module cached"
	}
	l.note(what, m, slog.Int("bytes", len(object.Bytes())))
}

// Loaded implements [Listener].
func (l logger) Loaded(m *Module, objs []*rtdyld.Object) { l.objects("module loaded", m, objs) }

// Finalized implements [Listener].
func (l logger) Finalized(m *Module, objs []*rtdyld.Object) { l.objects("module finalized", m, objs) }

// Removing implements [Listener].
func (l logger) Removing(m *Module, objs []*rtdyld.Object) { l.objects("module removed", m, objs) }

func (l logger) objects(what string, m *Module, objs []*rtdyld.Object) {
	l.note(what, m, slog.Int("objects", len(objs)))
}

func (l logger) note(what string, m *Module, attrs ...slog.Attr) {
	l.LogAttrs(context.Background(), slog.LevelDebug, what, append([]slog.Attr{slog.String("module", m.Name())}, attrs...)...)
}
