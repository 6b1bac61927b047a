package linkmap

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
	"strings"
)

// The page's parts: page.html with places for the others, page.css, and scripts, which are one in the order of their names.
//
//go:embed page/*.html page/*.css page/*.js
var assets embed.FS

// Config says how a page is written. The zero value gives one without a title.
type Config struct {
	Title   string
	Command []string  // what made the link, for readers
	Against *Document // an older map of the same program: the page compares. nil: it does not
	// CodeLimit is how many bytes of code are disassembled. 0: 1 MiB.
	CodeLimit int
}

// places are the comments of page.html that the other parts stand for, in their order.
var places = [...]string{"<!--policy-->", "<!--title-->", "<!--style-->", "<!--data-->", "<!--script-->"}

// WriteHTML writes a page that shows a map, one file that needs nothing else: no server, no network. Whatever names are in the map, they are text in
// it: a content security policy lets the page's own script and style run, and nothing else.
//
// Errors are those of w, and that of a ctx that ends.
func WriteHTML(ctx context.Context, w io.Writer, d *Document, o Config) error {
	page, style, script, err := parts()
	if err != nil {
		return err
	}
	text, err := json.Marshal(columnsOf(d, &o)) // escapes what would end a script: <, >, & and U+2028, U+2029
	if err != nil {
		return err
	}
	policy := fmt.Sprintf(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '%s'; style-src '%s'; img-src data:; base-uri 'none'; form-action 'none'">`,
		hash(script), hash(style))
	title := html.EscapeString(strings.ToValidUTF8(o.Title, "\ufffd"))
	data := fmt.Sprintf("<script type=\"application/json\" id=\"map\">%s</script>", text)
	for i, part := range [...]string{policy, title, "<style>" + style + "</style>", data, "<script>" + script + "</script>"} {
		before, rest, ok := strings.Cut(page, places[i])
		if !ok {
			return fmt.Errorf("page.html has no %s", places[i])
		}
		page = rest
		for _, text := range [...]string{before, part} {
			if err := ctx.Err(); err != nil {
				return err
			}
			if _, err := io.WriteString(w, text); err != nil {
				return err
			}
		}
	}
	_, err = io.WriteString(w, page)
	return err
}

// parts reads the page's parts.
func parts() (page, style, script string, err error) {
	var b strings.Builder
	names, err := fs.Glob(assets, "page/*.js")
	if err != nil {
		return "", "", "", err
	}
	for _, name := range append([]string{"page/page.html", "page/page.css"}, names...) {
		text, err := assets.ReadFile(name)
		switch {
		case err != nil:
			return "", "", "", err
		case page == "":
			page = string(text)
		case style == "":
			style = string(text)
		default:
			b.Write(text)
		}
	}
	return page, style, b.String(), nil
}

// hash is what a content security policy says of an element's text.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
