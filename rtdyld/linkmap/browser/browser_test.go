package browser

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/go-rtdyld/rtdyld/internal/citest"
)

var (
	shots   = flag.String("shots", "", "folder for screenshots of all views")
	shotsOf = flag.String("page", "", "page to take the screenshots of")
)

// chromium is one browser for all tests.
var chromium = sync.OnceValue(func() context.Context {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath("/usr/bin/chromium"), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.WSURLReadTimeout(2*time.Minute))
	ctx, _ := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(ctx)
	stopChromium = stop
	if _, err := chromedp.Run(ctx, chromedp.Navigate("about:blank")); err != nil {
		panic(err)
	}
	return ctx
})

var stopChromium = func() {}

func TestMain(m *testing.M) {
	status := m.Run()
	stopChromium()
	os.Exit(status)
}

// tab is a page that is open, and what it complained about.
type tab struct {
	t   testing.TB
	ctx context.Context
	url string

	mu     sync.Mutex
	faults []string
}

// open opens a page from a file, as users do.
func open(t testing.TB, html []byte, hash string, width, height int64) *tab {
	t.Helper()
	citest.Need(t, "chromium")
	file := filepath.Join(t.TempDir(), "map.html")
	if err := os.WriteFile(file, html, 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(chromium())
	ctx, stop := context.WithTimeout(ctx, 5*time.Minute)
	b := &tab{t: t, ctx: ctx, url: "file://" + file}
	t.Cleanup(func() { stop(); cancel() })
	if err := chromedp.Listen(ctx, b.heard); err != nil {
		t.Fatal(err)
	}
	call(b, log.Enable, cdp.Empty{})
	b.run(chromedp.EmulateViewport(width, height), chromedp.Navigate(b.url+hash))
	b.ready()
	return b
}

// heard notes what no page may do: dialogs, errors, violations of the policy, requests of anything.
func (b *tab) heard(ev any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch ev := ev.(type) {
	case *page.EventJavascriptDialogOpening:
		b.faults = append(b.faults, "dialog: "+ev.Message)
		go chromedp.Call(b.ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
	case *runtime.EventExceptionThrown:
		b.faults = append(b.faults, "exception: "+ev.ExceptionDetails.Text)
		if e := ev.ExceptionDetails.Exception; e != nil {
			b.faults = append(b.faults, e.Description)
		}
	case *runtime.EventConsoleAPICalled:
		if ev.Type == "error" || ev.Type == "warning" {
			b.faults = append(b.faults, "console: "+string(ev.Args[0].Value)+ev.Args[0].Description)
		}
	case *log.EventEntryAdded:
		if ev.Entry.Level == "error" || ev.Entry.Source == "security" {
			b.faults = append(b.faults, "log: "+ev.Entry.Text)
		}
	}
}

func (b *tab) run(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// call runs a command of the protocol.
func call[P, R any](b *tab, command cdp.Command[P, R], params P) R {
	b.t.Helper()
	r, err := chromedp.Call(b.ctx, command, params)
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

// ready waits for the page to show its map.
func (b *tab) ready() {
	b.t.Helper()
	b.until(`performance.getEntriesByName("shown").length > 0`)
}

// patience is how long a page may take for what it does.
func patience() time.Duration {
	if citest.CI() { // whose processors may do something else
		return time.Minute
	}
	return 5 * time.Second
}

// until waits for a condition in the page.
func (b *tab) until(condition string) {
	b.t.Helper()
	for end := time.Now().Add(patience()); ; time.Sleep(10 * time.Millisecond) {
		if ask[bool](b, condition) {
			return
		}
		if time.Now().After(end) {
			b.t.Fatalf("never: %s\n%v", condition, b.complaints())
		}
	}
}

// ask gives the value of an expression in the page. That is asked by the debugger's protocol, which the page's policy does not bind.
func ask[T any](b *tab, expression string) (v T) {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// wants tells if an expression's value is another.
func wants[T comparable](b *tab, expression string, want T) {
	b.t.Helper()
	if got := ask[T](b, expression); got != want {
		b.t.Errorf("%s: %v, want %v", expression, got, want)
	}
}

// shows goes to a hash and waits for a text in the view.
func (b *tab) shows(hash, text string) {
	b.t.Helper()
	var quoted strings.Builder
	for _, r := range text {
		if r == '`' || r == '\\' || r == '$' {
			quoted.WriteByte('\\')
		}
		quoted.WriteRune(r)
	}
	b.goTo(hash)
	b.until("document.getElementById('panel').innerText.includes(`" + quoted.String() + "`)")
}

// goTo goes to a hash, and waits for the page to have heard of it: that it does after what changed the hash, and what
// another view has, too, would be taken for the new one's. A listener that is added is called after the page's.
func (b *tab) goTo(hash string) {
	b.t.Helper()
	script := "new Promise((done) => { const old = location.href; location.hash = `" + hash + "`; if (location.href === old) done(true); else addEventListener(`hashchange`, () => done(true), { once: true }); })"
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](script, chromedp.EvalAwaitPromise)); err != nil {
		b.t.Fatalf("%s: %v", hash, err)
	}
}

// key presses a key, written as the protocol does.
func (b *tab) key(keys string) {
	b.t.Helper()
	b.run(chromedp.KeyEvent(keys))
}

// hotKey presses a key that goes to a field. The protocol types it there, too, which a keyboard does not when the page takes the key.
func (b *tab) hotKey(key, field string) {
	b.t.Helper()
	b.key(key)
	wants(b, "document.activeElement.id", field)
	ask[string](b, "document.activeElement.value = ''")
}

func (b *tab) complaints() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string{}, b.faults...)
}

// clean fails if the page has complained.
func (b *tab) clean() {
	b.t.Helper()
	for _, f := range b.complaints() {
		b.t.Error(f)
	}
}

// shot keeps a screenshot, if asked to.
func (b *tab) shot(name string) {
	b.t.Helper()
	if *shots == "" {
		return
	}
	time.Sleep(150 * time.Millisecond)
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o666); err != nil {
		b.t.Fatal(err)
	}
}
