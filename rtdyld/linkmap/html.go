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
	"reflect"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
)

// The page's parts: page.html with places for the others, page.css, and scripts, which are one in the order of their names.
//
//go:embed page/*.html page/*.css page/*.js
var assets embed.FS

// Config says how a page is written. The zero value gives one without a title.
type Config struct {
	Title   string
	Command []string  // what made the link, for readers
	More    string    // what makes a page with all code, for readers of one that has a part of it
	Against *Document // an older map of the same program: the page compares. nil: it does not
	Steps   []Step    // what has been done since Collect, behind the steps that the Document has
	Err     error     // why what was done since failed; nil: that of the Document counts
	// Where is the place in loaded code where Err came up. The zero value: Err says it, or nothing does.
	Where symbolize.Location
}

// places are the comments of page.html that the other parts stand for, in their order.
var places = [...]string{"<!--policy-->", "<!--title-->", "<!--style-->", dataPlace, "<!--script-->"}

const dataPlace = "<!--data-->"

// WriteHTML writes a page that shows a map, one file that needs nothing else: no server, no network. Whatever names are in the map, they are text in
// it: a content security policy lets the page's own script and style run, and nothing else.
//
// Errors are those of w, and that of a ctx that ends.
func WriteHTML(ctx context.Context, w io.Writer, d *Document, cfg Config) error {
	page, style, script, err := parts()
	if err != nil {
		return err
	}
	all := columnsOf(d, &cfg)
	fill(reflect.ValueOf(all).Elem())
	text, err := json.Marshal(all) // escapes what would end a script: <, >, & and U+2028, U+2029
	if err != nil {
		return err
	}
	policy := fmt.Sprintf(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '%s'; style-src '%s'; img-src data:; base-uri 'none'; form-action 'none'">`,
		hash(script), hash(style))
	title := html.EscapeString(strings.ToValidUTF8(cfg.Title, "\ufffd"))
	for i, part := range [...]string{policy, title, "<style>" + style + "</style>", "", "<script>" + script + "</script>"} {
		before, rest, ok := strings.Cut(page, places[i])
		if !ok {
			return fmt.Errorf("page.html has no %s", places[i])
		}
		page = rest
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := io.WriteString(w, before); err != nil {
			return err
		}
		if places[i] == dataPlace {
			err = writeData(w, d, text)
		} else {
			_, err = io.WriteString(w, part)
		}
		if err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, page)
	return err
}

// largeMap is from how many bytes on the map is deflated: browsers unpack faster than disks and networks read.
const largeMap = 1 << 20

// writeData writes the elements with the map, as JSON, and with the code of files.
func writeData(w io.Writer, d *Document, text []byte) error {
	kind := "application/json"
	if len(text) > largeMap {
		packed, err := deflated(text)
		if err != nil {
			return err
		}
		kind, text = "text/plain", base64.StdEncoding.AppendEncode(nil, packed)
	}
	if _, err := fmt.Fprintf(w, "<script type=\"%s\" id=\"map\">%s</script>", kind, text); err != nil || d.Detail == nil {
		return err
	}
	for _, b := range d.Detail.code {
		if _, err := fmt.Fprintf(w, "\n<script type=\"text/plain\" id=\"code-%d\">%s</script>", b.file, base64.StdEncoding.EncodeToString(b.text)); err != nil {
			return err
		}
	}
	return nil
}

// fill makes lists of nothing of those that are nil, unless they may be left out: the page asks each for its length.
func fill(v reflect.Value) {
	for i := range v.NumField() {
		f, tag := v.Field(i), v.Type().Field(i)
		switch {
		case !tag.IsExported() && !tag.Anonymous || strings.HasSuffix(tag.Tag.Get("json"), ",omitempty"):
		case f.Kind() == reflect.Struct:
			fill(f)
		case f.Kind() == reflect.Pointer && !f.IsNil() && f.Elem().Kind() == reflect.Struct:
			fill(f.Elem())
		case f.Kind() == reflect.Slice && f.IsNil() && f.CanSet():
			f.Set(reflect.MakeSlice(f.Type(), 0, 0))
		}
	}
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
