package browser

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// The checker of accessibility, which comes from npm's registry and nothing here keeps.
const (
	axePackage = "https://registry.npmjs.org/axe-core/-/axe-core-4.14.1.tgz"
	axeSum     = "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
)

// axe is the checker's script.
func axe(t *testing.T) string {
	t.Helper()
	packed, err := download(axePackage)
	if err != nil {
		t.Skip(err) // without a network
	}
	if sum := sha512.Sum512(packed); base64.StdEncoding.EncodeToString(sum[:]) != axeSum {
		t.Fatalf("%s is another than expected", axePackage)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			t.Fatal("no axe.min.js in it")
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Name == "package/axe.min.js" {
			script, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			return string(script)
		}
	}
}

// download tries three times to get a file.
func download(url string) (b []byte, err error) {
	client := http.Client{Timeout: 20 * time.Second}
	for range 3 {
		if b, err = fetched(client.Get(url)); err == nil {
			break
		}
	}
	return b, err
}

func fetched(r *http.Response, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", r.Request.URL, r.Status)
	}
	return io.ReadAll(r.Body)
}

// finding is what the checker tells.
type finding struct {
	ID, Impact, Help string
	Nodes            []string
}

// TestAccessible: axe finds nothing serious in any view, light and dark, wide and narrow.
func TestAccessible(t *testing.T) {
	m := link(300, 6, append([]string{"main"}, hostile[:6]...))
	m.doc["error"] = obj{"text": "a.o: .text+0x1c: too far", "object": "src/part000.o", "section": ".text", "symbol": "main"}
	html := m.page(t)
	script := axe(t)
	for k, c := range []struct {
		colours string
		width   int64
	}{{"light", 1280}, {"dark", 360}, {"dark", 1280}, {"light", 360}} {
		if k > 1 && citest.Sample() {
			break
		}
		b := open(t, html, "", c.width, 800)
		b.scheme(c.colours)
		ask[chromedp.Void](b, script)
		places := append([]string{"search", "help"}, hashes["sym"], hashes["file"], hashes["sec"])
		for _, v := range views {
			places = append(places, "#view="+v.name)
		}
		for _, place := range places {
			switch place {
			case "search":
				b.hotKey("/", "search")
				b.key("function")
				b.until(`!byId("hits").hidden`)
			case "help":
				b.key("\x1b?")
				ask[bool](b, `(byId("search").blur(), byId("keys").open || byId("keys").showModal(), true)`)
			default:
				ask[bool](b, `(byId("keys").close(), true)`)
				b.goTo(place)
				b.until(`document.querySelector("#panel > *") !== null && document.querySelector("[role=tab][aria-selected=true]") !== null`)
				if place == hashes["sym"] {
					b.until(`document.querySelector(".asm-table") !== null`)
				}
			}
			run := `axe.run().then((r) => r.violations.map((v) => ({ id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200) + " " + (n.any[0]?.message || "")) })))`
			found, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]finding](run, chromedp.EvalAwaitPromise))
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range found {
				if f.Impact == "serious" || f.Impact == "critical" {
					t.Errorf("%s, %s, %d: %s: %s\n%q", place, c.colours, c.width, f.ID, f.Help, f.Nodes)
				} else {
					t.Logf("%s, %s, %d: %s: %s: %s %q", place, c.colours, c.width, f.Impact, f.ID, f.Help, f.Nodes)
				}
			}
		}
	}
}
