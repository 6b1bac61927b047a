package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestReal: the page that the command writes of the README's program, beside a map without it, and that of a link that failed.
func TestReal(t *testing.T) {
	citest.Need(t, "chromium")
	dir := t.TempDir()
	command := filepath.Join(dir, "rtdyld")
	run := func(fails bool, args ...string) string {
		t.Helper()
		out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
		if (err != nil) != fails {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	build := exec.Command("go", "build", "-ldflags=-w", "-o", command, "./cmd/rtdyld")
	build.Dir, build.Env = "../../..", append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	scene, other, page := "../../../testdata/demo/scene.o", "../../../testdata/elf-amd64/abs32.o", filepath.Join(dir, "page.html")
	old := filepath.Join(dir, "old.json")
	if err := os.WriteFile(old, []byte(run(false, command, "link", "-json", "-undefined=phony", other)), 0o666); err != nil {
		t.Fatal(err)
	}
	read := func() []byte {
		t.Helper()
		b, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	run(false, command, "link", "-undefined=phony", "-html", page, "-against", old, scene)
	b := open(t, read(), "#sym=main", 1280, 800)
	b.until(`document.querySelectorAll(".asm-table tbody tr").length > 20`)
	wants(b, `document.querySelectorAll(".asm-table .rel a[href^='#sym=']").length > 0 && document.querySelectorAll(".bytes mark").length > 0`, true)
	b.shows("#sym=main", "given on the command line")
	wants(b, `document.querySelectorAll(".ref a").length > 0`, true)
	for _, v := range views {
		b.goTo("#view=" + v.name)
		b.until(`document.querySelector("[role=tab][aria-selected=true]").id === "tab-` + v.name + `"`)
		if v.name != "problems" { // of which there are none
			wants(b, `document.querySelector("#panel .none:not([hidden])")?.textContent ?? ""`, "")
		}
	}
	b.shows("#view=compare", "main")
	wants(b, `/new [1-9]/.test(byId("panel").innerText) && /gone [1-9]/.test(byId("panel").innerText)`, true)
	b.clean()

	said := run(true, command, "link", "-html", page, scene)
	b = open(t, read(), "", 1280, 800)
	wants(b, `document.querySelector("[role=tab][aria-selected=true]").id`, "tab-problems")
	name, _, _ := strings.Cut(strings.TrimPrefix(said, "rtdyld: undefined: "), ",")
	b.shows("", name)
	wants(b, `byId("banner").hidden`, false)
	b.clean()
}
