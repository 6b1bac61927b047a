package cache

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// HTTPConfig says how a server is talked to. The zero value will do.
type HTTPConfig struct {
	// Client makes the requests; nil: one that connects within two seconds and honours the
	// environment's proxies.
	Client *http.Client
	// Header is sent with every request, for instance Authorization. A user and password
	// in the address are sent as well.
	Header http.Header
	// Timeout is for one request with its answer; 0: 10 seconds.
	Timeout time.Duration
	// Pause is for how long a server is not asked after it failed; it doubles from failure
	// to failure up to 16 times. 0: 10 seconds.
	Pause time.Duration
	// MaxObject is the largest object taken or sent, in bytes; 0: 1 GiB.
	MaxObject int64
	// ReadOnly never sends objects.
	ReadOnly bool
}

// HTTP keeps objects on a server, in the convention of Bazel's remote cache: the object is
// at /cas/SHA-256(object), and at /ac/KEY is an ActionResult, a protobuf message that names
// it. Servers are bazel-remote, or any that stores what is put and gives it back, such as
// nginx with its dav module.
//
// A server that fails costs one wait, no longer than the time-out: for a while afterwards
// Get finds nothing and Put does nothing at once, without an error. It may be used
// concurrently.
type HTTP struct {
	base   string
	cfg    HTTPConfig
	user   *url.Userinfo
	client *http.Client

	get, put circuit
}

// StatusError is an answer of a server that is neither the entry nor that there is none.
type StatusError struct {
	Method, URL string
	Status      int
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("cache: %s %s: status %d %s", e.Method, e.URL, e.Status, http.StatusText(e.Status))
}

const (
	defaultTimeout = 10 * time.Second
	defaultPause   = 10 * time.Second
	connectTimeout = 2 * time.Second
	maxHTTPObject  = 1 << 30
	maxResult      = 1 << 20 // bytes of an ActionResult
)

// NewHTTP makes a cache of a server. address is an http or https URL, with a path in front
// of /ac and /cas if the server has one (an instance name). Nothing is sent yet.
func NewHTTP(address string, cfg HTTPConfig) (*HTTP, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("cache: %q is no address of a server", address)
	}
	h := &HTTP{cfg: cfg, user: u.User, client: cfg.Client}
	u.User = nil
	h.base = strings.TrimSuffix(u.String(), "/")
	if h.cfg.Timeout <= 0 {
		h.cfg.Timeout = defaultTimeout
	}
	if h.cfg.Pause <= 0 {
		h.cfg.Pause = defaultPause
	}
	if h.cfg.MaxObject <= 0 {
		h.cfg.MaxObject = maxHTTPObject
	}
	if h.client == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.DialContext = (&net.Dialer{Timeout: connectTimeout}).DialContext
		t.DisableCompression = true
		h.client = &http.Client{Transport: t}
	}
	h.get.pause, h.put.pause = h.cfg.Pause, h.cfg.Pause
	h.get.probe, h.put.probe = h.cfg.Timeout, h.cfg.Timeout
	return h, nil
}

// Close closes connections that are not used.
func (h *HTTP) Close() error {
	h.client.CloseIdleConnections()
	return nil
}

// Down returns the error for which the server is not asked at this moment, nil if it is.
func (h *HTTP) Down() error {
	now := time.Now()
	if err := h.get.down(now); err != nil {
		return err
	}
	return h.put.down(now)
}

// Get implements [compiler.ObjectCache]. Errors are *[StatusError], *[DamagedError], or the
// network's.
func (h *HTTP) Get(ctx context.Context, e compiler.Entry) (*objfmt.ObjectBuffer, bool, error) {
	if err := ended(ctx); err != nil {
		return nil, false, err
	}
	if !h.get.allow(time.Now()) {
		return nil, false, nil
	}
	buf, ok, err := h.fetch(ctx, &e)
	return buf, ok, h.outcome(ctx, &h.get, err)
}

// fetch asks for the message, then for the object that it names.
func (h *HTTP) fetch(ctx context.Context, e *compiler.Entry) (*objfmt.ObjectBuffer, bool, error) {
	key := e.Key
	at := h.base + "/ac/" + key.String()
	msg, ok, err := h.read(ctx, at, maxResult, -1)
	if !ok || err != nil {
		return nil, false, err
	}
	var r result
	if err := r.decode(msg); err != nil {
		return nil, false, &DamagedError{key, at, err.Error()}
	}
	if r.size > h.cfg.MaxObject {
		return nil, false, &DamagedError{key, at, fmt.Sprintf("an object of %d bytes is larger than %d", r.size, h.cfg.MaxObject)}
	}
	at = h.base + "/cas/" + r.hash
	obj, ok, err := h.read(ctx, at, r.size, r.size)
	if !ok || err != nil {
		return nil, false, err
	}
	if sum := sha256.Sum256(obj); int64(len(obj)) != r.size || hex.EncodeToString(sum[:]) != r.hash {
		return nil, false, &DamagedError{key, at, fmt.Sprintf("%d bytes with hash %x, not %d with the one of its address", len(obj), sum, r.size)}
	}
	if what := stampFault(e, obj); what != "" {
		return nil, false, &DamagedError{key, at, what}
	}
	return objfmt.NewBuffer(r.path, obj), true, nil
}

// Put implements [compiler.ObjectCache]. Errors are *[StatusError] or the network's.
func (h *HTTP) Put(ctx context.Context, e compiler.Entry, obj *objfmt.ObjectBuffer) error {
	if err := ended(ctx); err != nil {
		return err
	}
	b := obj.Bytes()
	if h.cfg.ReadOnly || int64(len(b)) > h.cfg.MaxObject || !h.put.allow(time.Now()) {
		return nil
	}
	sum := sha256.Sum256(b)
	r := result{path: outputPath(obj.Name()), hash: hex.EncodeToString(sum[:]), size: int64(len(b))}
	// The message last: a server may refuse one that names what it has not.
	err := h.write(ctx, h.base+"/cas/"+r.hash, b)
	if err == nil {
		err = h.write(ctx, h.base+"/ac/"+e.Key.String(), r.encode())
	}
	return h.outcome(ctx, &h.put, err)
}

// outcome notes how a request went. A context that has ended is no fault of the server's,
// and a damaged entry is no reason not to ask for others.
func (h *HTTP) outcome(ctx context.Context, c *circuit, err error) error {
	switch {
	case err == nil || errors.Is(err, ErrDamaged):
		c.success()
		return err
	case ctx.Err() != nil:
		c.pass()
		return fmt.Errorf("cache: %w", context.Cause(ctx))
	}
	c.failure(time.Now(), err)
	return err
}

// request does one request within its time.
func (h *HTTP) request(ctx context.Context, method, at string, body []byte, answer func(*http.Response) error) error {
	ctx, cancel := context.WithTimeout(ctx, h.cfg.Timeout)
	defer cancel()
	var r io.Reader
	if body != nil {
		r = bytes.NewReader(body)
	}
	req, err := http.NewRequestWithContext(ctx, method, at, r)
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	for name, values := range h.cfg.Header {
		req.Header[name] = values
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/octet-stream")
	}
	if h.user != nil {
		password, _ := h.user.Password()
		req.SetBasicAuth(h.user.Username(), password)
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	defer resp.Body.Close()
	return answer(resp)
}

// read gets at most limit bytes; more of them are cut one byte later, so that the hash or
// the decoder notices. size is what is expected, -1 if that is not known. It is false if
// there is no such entry.
func (h *HTTP) read(ctx context.Context, at string, limit, size int64) (b []byte, ok bool, err error) {
	err = h.request(ctx, http.MethodGet, at, nil, func(resp *http.Response) error {
		switch resp.StatusCode {
		case http.StatusOK:
		case http.StatusNotFound, http.StatusGone:
			io.CopyN(io.Discard, resp.Body, 4096) // so that the connection can be used again
			return nil
		default:
			return &StatusError{http.MethodGet, at, resp.StatusCode}
		}
		ok = true
		var buf bytes.Buffer
		if n := min(size, resp.ContentLength, 1<<20); n > 0 { // what is not there takes no memory
			buf.Grow(int(n) + bytes.MinRead)
		}
		if _, err := buf.ReadFrom(io.LimitReader(resp.Body, limit+1)); err != nil {
			return fmt.Errorf("cache: %s: %w", at, err)
		}
		b = buf.Bytes()
		return nil
	})
	return b, ok && err == nil, err
}

// write puts bytes.
func (h *HTTP) write(ctx context.Context, at string, b []byte) error {
	if b == nil {
		b = []byte{}
	}
	return h.request(ctx, http.MethodPut, at, b, func(resp *http.Response) error {
		io.CopyN(io.Discard, resp.Body, 4096)
		if resp.StatusCode/100 != 2 {
			return &StatusError{http.MethodPut, at, resp.StatusCode}
		}
		return nil
	})
}

// circuit keeps from asking a server that has failed. After a pause one request tries
// again, and the others go on doing without.
type circuit struct {
	pause, probe time.Duration

	mu       sync.Mutex
	failures int
	until    time.Time // nothing is asked before
	last     error
}

// allow reports whether the server is to be asked now.
func (c *circuit) allow(now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now.Before(c.until) {
		return false
	}
	if c.failures > 0 {
		c.until = now.Add(2 * c.probe) // this one tries
	}
	return true
}

func (c *circuit) success() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failures, c.until, c.last = 0, time.Time{}, nil
}

// pass ends a try that says nothing.
func (c *circuit) pass() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failures > 0 {
		c.until = time.Time{}
	}
}

func (c *circuit) failure(now time.Time, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until = now.Add(c.pause << min(c.failures, 4))
	c.failures++
	c.last = err
}

// down returns the last failure while the server is not asked.
func (c *circuit) down(now time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now.Before(c.until) {
		return c.last
	}
	return nil
}
