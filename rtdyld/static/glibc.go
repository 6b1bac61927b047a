//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"context"
	"slices"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// glibcNames resolves for objects that were compiled with glibc's headers. It implements [rtdyld.Resolver].
type glibcNames struct{ c *libc }

// glibcPrefix is before names of package compat that stand for functions which musl has, too.
const glibcPrefix = "__rtdyld_glibc_"

// translated are those functions: libc/testdata/headers.tsv says why.
var translated = []string{"regcomp", "regexec", "ftw", "nftw"}

// Resolve implements [rtdyld.Resolver].
func (g glibcNames) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	asked := refs
	for i, r := range refs {
		if !slices.Contains(translated, r.Name) {
			continue
		}
		if len(asked) > 0 && &asked[0] == &refs[0] {
			asked = slices.Clone(refs)
		}
		asked[i].Name = glibcPrefix + r.Name
	}
	return g.c.Resolve(ctx, asked, out)
}
