package program

import (
	"context"
	"io/fs"
)

// ReadFile is what reads files.
func ReadFile(ctx context.Context, open func(string) (fs.File, error), name string) ([]byte, error) {
	return readFile(ctx, open, name)
}
