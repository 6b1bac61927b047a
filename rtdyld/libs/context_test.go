package libs_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/heed/heedtest"
	"github.com/go-rtdyld/rtdyld/rtdyld/libs"
)

// TestContext: a search ends with its context in the middle of an archive of many members that are no
// objects, and in the middle of a folder of many libraries.
func TestContext(t *testing.T) {
	const n = 1000
	host := target(t, "x86_64-unknown-linux-gnu")
	dir := t.TempDir()
	member := "a.o/            0           0     0     644     2         `\nno"
	write(t, dir+"/libx.a", "!<arch>\n"+strings.Repeat(member, n))
	write(t, dir+"/liby.so", "INPUT(AS_NEEDED(libx.a))")
	for _, file := range []string{"libx.a", "liby.so"} {
		for _, work := range []struct {
			name string
			do   func(c *heedtest.Looks) error
		}{
			{"Find", func(c *heedtest.Looks) error { _, err := libs.Find(c, ":"+file, host, false, dir); return err }},
			{"Expand", func(c *heedtest.Looks) error {
				_, err := libs.Expand(c, filepath.Join(dir, file), host, false, dir)
				return err
			}},
		} {
			all := heedtest.Endless()
			if err := work.do(all); err != nil || all.Seen() < n {
				t.Errorf("%s of %s: %v, %d looks", work.name, file, err, all.Seen())
			}
			for _, left := range []int{0, 1, n / 2, n - 1} {
				c := heedtest.EndsAfter(left)
				c.Ended(t, work.name+" of "+file, work.do(c), 4)
			}
		}
	}
	for i := range 20 {
		write(t, filepath.Join(dir, "many", string(rune('a'+i))+".so"), "no library")
	}
	c := heedtest.EndsAfter(5)
	if found := libs.Search(c, host, []string{dir + "/many", dir + "/many"}, "f"); len(found) > 0 || c.Seen() > 8 {
		t.Errorf("%v, %d looks", found, c.Seen())
	}
}
