// Package testkit holds test helpers of several packages: receivers in place of external servers, a manual clock, a log
// that tests can wait for, and a suite for resources that last as long as a test binary. Package program, below it,
// runs the real program.
//
// It imports no package of the program, so that the tests of each can import it.
package testkit

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"
	"pgregory.net/rapid"
)

// Must ends the test if a step of it has failed.
func Must(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// WantIs checks that an error wraps another.
func WantIs(t testing.TB, call string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s = %v, want %v", call, err, want)
	}
}

// WantError checks that an error contains a text, and no password.
func WantError(t testing.TB, call string, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%s = %v, want an error with %q", call, err, text)
	}
}

// WantPrivate checks that files can be read by their owner alone.
func WantPrivate(t testing.TB, files ...string) {
	t.Helper()
	for _, file := range files {
		info, err := os.Stat(file)
		Must(t, err)
		if mode := info.Mode().Perm(); mode != 0o600 {
			t.Errorf("%s has mode %v, want 0600", file, mode)
		}
	}
}

// Run runs a command to its end, and returns its output. A failure ends the test.
func Run(t testing.TB, cmd *exec.Cmd) []byte {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
	return out
}

// WaitLimit bounds every wait for an expected event. It is long because machines are shared.
const WaitLimit = 2 * time.Minute

// Await calls done again after every change that next announces, until it returns true, and reports whether it did so
// within WaitLimit.
func Await(next func() <-chan struct{}, done func() bool) bool {
	deadline := time.After(WaitLimit)
	for {
		changed := next()
		if done() {
			return true
		}
		select {
		case <-changed:
		case <-deadline:
			return false
		}
	}
}

// changes announces changes to waiters.
type changes struct {
	mu   sync.Mutex
	next chan struct{}
}

// Next returns a channel that is closed at the next change.
func (c *changes) Next() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next == nil {
		c.next = make(chan struct{})
	}
	return c.next
}

func (c *changes) announce() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next != nil {
		close(c.next)
		c.next = nil
	}
}

// Poll calls done again and again until it returns true, and reports whether it did so within WaitLimit. It is for
// changes that nothing announces; for others there is Await.
func Poll(done func() bool) bool {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.After(WaitLimit); !done(); {
		select {
		case <-tick.C:
		case <-deadline:
			return false
		}
	}
	return true
}

// Root returns the top folder of the checkout that the test runs in.
func Root(t testing.TB) string {
	t.Helper()
	start, err := filepath.Abs(".")
	Must(t, err)
	for dir := start; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatalf("no go.mod in %s or above", start)
		}
	}
}

// Shorten keeps a page from hiding, in a message, what is wrong with it.
func Shorten(page []byte) []byte { return page[:min(len(page), 2000)] }

// Photograph writes a JPEG that may stand for a scene.
func Photograph(t testing.TB, path string) {
	t.Helper()
	Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	file, err := os.Create(path)
	Must(t, err)
	defer file.Close()
	picture := image.NewRGBA(image.Rect(0, 0, 800, 600))
	draw.Draw(picture, picture.Rect, image.NewUniform(color.RGBA{B: 200, A: 255}), image.Point{}, draw.Src)
	Must(t, jpeg.Encode(file, picture, nil))
}

// BundleForNode bundles sources below dir so that they run in Node without any installed package. o has the entry
// points, Outdir, and other options.
func BundleForNode(t testing.TB, dir string, o api.BuildOptions) {
	t.Helper()
	o.AbsWorkingDir, o.Bundle, o.Write = dir, true, true
	o.Platform, o.Format, o.JSX = api.PlatformNode, api.FormatCommonJS, api.JSXAutomatic
	o.OutExtension = map[string]string{".js": ".cjs"}
	o.NodePaths = []string{filepath.Join(dir, "node_modules")}
	o.Define = map[string]string{"process.env.NODE_ENV": `"production"`, "import.meta.env.SSR": "true"}
	if result := api.Build(o); len(result.Errors) > 0 {
		t.Fatalf("bundle for Node: %v", result.Errors)
	}
}

// Texts of toasts, as specified. Texts that name the company are in package program.
const (
	Received    = "Quote Request Received!"
	Failed      = "Submission Failed"
	Missing     = "Required Fields Missing"
	MissingText = "Please fill in all required fields."
)

// QuoteForm returns a complete quote request.
func QuoteForm(name string) url.Values {
	return url.Values{"name": {name}, "phone": {"469-555-0188"}, "serviceType": {"Other"}, "zipCode": {"75201"},
		"serviceTimeframe": {"Today"}, "page": {"/"}, "form": {"hero-form"}}
}
