package house

import (
	"regexp"
	"strings"
	"testing"
)

// promise is a row of the table at the end of SECURITY.md.
var promise = regexp.MustCompile("(?m)^\\| ([^|]+) \\| (`[^|]+`) \\|$")

// TestSecurity: each promise of SECURITY.md names tests that there are, and README leads to
// the page.
func TestSecurity(t *testing.T) {
	tests, _ := inventory(t)
	rows := promise.FindAllStringSubmatch(read(t, "SECURITY.md"), -1)
	if len(rows) < 10 {
		t.Errorf("SECURITY.md has %d promises with tests", len(rows))
	}
	for _, row := range rows {
		for _, proof := range strings.Split(row[2], ", ") {
			if name := strings.Trim(proof, "`"); !proves(tests, name) {
				t.Errorf("%s: there is no test %s", row[1], name)
			}
		}
	}
	if !strings.Contains(read(t, "README.md"), "](SECURITY.md)") {
		t.Error("README.md does not lead to SECURITY.md")
	}
}
