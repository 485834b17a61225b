package server_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/server/servertest"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// A contentSite is a running program whose content is in a folder of the test's own.
type contentSite struct {
	*program.Site
	dir string
	// served is how often changed content was served.
	served int
}

// startContent serves a folder as haulfront content writes it.
func startContent(t *testing.T, settings ...string) *contentSite {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "content")
	if err := command.Run(t.Context(), []string{"content", dir}, io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	// As if it had been written long ago.
	old := time.Date(2025, 3, 15, 12, 0, 0, 0, time.UTC)
	noted := filepath.Join(dir, "lastmod.yaml")
	days, err := os.ReadFile(noted)
	if err != nil {
		t.Fatal(err)
	}
	days = regexp.MustCompile(`day: "[^"]*"`).ReplaceAll(days, []byte(old.Format(`day: "2006-01-02"`)))
	if err := os.WriteFile(noted, days, 0o600); err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Chtimes(name, old, old))
	})
	if err != nil {
		t.Fatal(err)
	}
	return &contentSite{dir: dir, Site: servertest.Start(t, append(settings, "CONTENT_DIR="+dir)...)}
}

// edit replaces a text of a file, as an editor does that writes a new file and renames it.
func (s *contentSite) edit(t testing.TB, file string, change func(string) string) {
	t.Helper()
	name := filepath.Join(s.dir, file)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := change(string(data))
	if text == string(data) {
		t.Fatalf("%s is not changed", file)
	}
	if err := errors.Join(os.WriteFile(name+".tmp", []byte(text), 0o600), os.Rename(name+".tmp", name)); err != nil {
		t.Fatal(err)
	}
}

// awaitServed waits until the last change is served.
func (s *contentSite) awaitServed(t testing.TB) {
	t.Helper()
	s.served++
	if !testkit.Await(s.Log.Next, func() bool { return strings.Count(s.Log.String(), `msg="content served"`) >= s.served }) {
		t.Fatalf("change %d is not served", s.served)
	}
}

// A price is one of the content that some service has and its page names.
type price struct {
	key, path string
	low       int
}

var priceLine = regexp.MustCompile(`(?m)^  (\w+): \{ low: (\d+), high: (\d+)`)

// somePrice finds a price in prices.yaml, and a page that shows it.
func (s *contentSite) somePrice(t *testing.T) price {
	t.Helper()
	words, err := content.Load(os.DirFS(s.dir))
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(s.dir, "prices.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range priceLine.FindAllStringSubmatch(string(data), -1) {
		for _, route := range words.Routes() {
			file, err := os.ReadFile(filepath.Join(s.dir, "services", route.Slug+".yaml"))
			if route.Kind == content.KindService && err == nil && strings.Contains(string(file), "{price."+found[1]+"}") {
				p := price{key: found[1], path: route.Path}
				if _, err := fmt.Sscan(found[2], &p.low); err != nil {
					t.Fatal(err)
				}
				return p
			}
		}
	}
	t.Fatal("no page of a service names a price")
	return price{}
}

// set changes the price.
func (s *contentSite) set(t testing.TB, p price, low int) {
	t.Helper()
	s.edit(t, "prices.yaml", func(text string) string {
		return regexp.MustCompile(`(?m)^(  `+p.key+`: \{ low: )\d+`).ReplaceAllString(text, fmt.Sprintf("${1}%d", low))
	})
}

func (s *contentSite) ready(t *testing.T) string {
	t.Helper()
	status, text := s.GetAdmin(t, "/readyz")
	if status != http.StatusOK {
		t.Fatalf("/readyz = %d %s", status, text)
	}
	return text
}

func (s *contentSite) wantMetric(t *testing.T, line string) {
	t.Helper()
	if _, text := s.GetAdmin(t, "/metrics"); !strings.Contains(text, "\n"+line+"\n") {
		t.Errorf("/metrics has no line %q", line)
	}
}

// lastMod is the day that the sitemap gives the page at path.
func (s *contentSite) lastMod(t *testing.T, path string) string {
	t.Helper()
	_, body := program.Get(t, http.MethodGet, s.URL+"/sitemap.xml")
	found := regexp.MustCompile(`(?s)<loc>[^<]*` + path + `</loc>\s*<lastmod>([^<]*)<`).FindSubmatch(body)
	if found == nil {
		t.Fatalf("the sitemap has no day of %s:\n%s", path, body)
	}
	return string(found[1])
}

// A price is changed on a running program, mistyped, and mended.
func TestContentChangesWhileServed(t *testing.T) {
	t.Parallel()
	s := startContent(t)
	p := s.somePrice(t)
	page := func() string {
		_, body := program.Get(t, http.MethodGet, s.URL+p.path)
		return string(body)
	}
	if text := s.ready(t); text != "ready\n" {
		t.Fatalf("/readyz = %q", text)
	}
	untouched, before := s.lastMod(t, "/get-quote"), s.lastMod(t, p.path)
	was, is := fmt.Sprintf("$%d", p.low), fmt.Sprintf("$%d–", p.low+1)
	if text := page(); !strings.Contains(text, was) || strings.Contains(text, is) {
		t.Fatalf("%s does not show %s to begin with", p.path, was)
	}

	s.set(t, p, p.low+1)
	s.awaitServed(t)
	if !strings.Contains(page(), is) {
		t.Errorf("%s does not show %s", p.path, is)
	}
	if day := s.lastMod(t, p.path); day == before || day < "2026" {
		t.Errorf("the sitemap dates the page %s, as before", day)
	}
	if day := s.lastMod(t, "/get-quote"); day != untouched {
		t.Errorf("the sitemap dates a page that has not changed %s, want %s", day, untouched)
	}
	s.wantMetric(t, `haulfront_content_loads_total{outcome="served"} 1`)
	s.wantMetric(t, "haulfront_content_refused 0")

	s.edit(t, "prices.yaml", func(text string) string {
		return strings.Replace(text, fmt.Sprintf("  %s: { low: %d,", p.key, p.low+1), fmt.Sprintf("  %s: { low: lots,", p.key), 1)
	})
	s.Log.Wait(t, "content refused")
	text := s.ready(t)
	if !regexp.MustCompile(`^ready\nwarning: .*\nprices\.yaml:\d+: .*lots.*; wanted`).MatchString(text) {
		t.Errorf("/readyz = %q, want a warning with the file and the line", text)
	}
	if log := s.Log.String(); !regexp.MustCompile(`msg="content refused" problem="prices\.yaml:\d+: `).MatchString(log) {
		t.Errorf("the log does not name the file and the line:\n%s", log)
	}
	if !strings.Contains(page(), is) {
		t.Errorf("%s does not show what it showed before the mistake", p.path)
	}
	s.wantMetric(t, "haulfront_content_refused 1")

	s.edit(t, "prices.yaml", func(text string) string {
		return strings.Replace(text, "low: lots,", fmt.Sprintf("low: %d,", p.low+2), 1)
	})
	s.awaitServed(t)
	if text := s.ready(t); text != "ready\n" {
		t.Errorf("/readyz = %q after the mistake was mended", text)
	}
	if !strings.Contains(page(), fmt.Sprintf("$%d–", p.low+2)) {
		t.Errorf("%s does not show the mended price", p.path)
	}
}

// No request is lost while the content changes, and whoever asks after a change sees it.
func TestContentChangesUnderLoad(t *testing.T) {
	t.Parallel()
	const changes, visitors = 10, 4
	pace := time.NewTicker(5 * time.Millisecond) // the tests beside this one need the processor, too
	defer pace.Stop()
	s := startContent(t)
	p := s.somePrice(t)
	paths := []string{"/", p.path, "/services", "/get-quote", "/sitemap.xml"}
	for _, path := range paths {
		program.Get(t, http.MethodGet, s.URL+path) // the first renders are the start's, not the changes'
	}
	stop := make(chan struct{})
	var asked atomic.Int64
	var running sync.WaitGroup
	for i := range visitors {
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: i%2 == 0}}
		running.Go(func() {
			defer client.CloseIdleConnections()
			for n := i; ; n++ {
				select {
				case <-stop:
					return
				case <-pace.C:
				}
				path := paths[n%len(paths)]
				answer, err := client.Get(s.URL + path)
				if err != nil {
					t.Errorf("GET %s: %v", path, err)
					return
				}
				body, err := io.ReadAll(answer.Body)
				_ = answer.Body.Close()
				if answer.StatusCode != http.StatusOK || err != nil || len(body) < 100 {
					t.Errorf("GET %s = %d with %d bytes, %v", path, answer.StatusCode, len(body), err)
				}
				asked.Add(1)
			}
		})
	}
	for i := range changes {
		s.set(t, p, p.low+1+i%2)
		s.awaitServed(t)
	}
	close(stop)
	running.Wait()
	t.Logf("%d requests were answered while the content changed %d times", asked.Load(), changes)
}

// A photograph that is put into the folder takes its scene's place, and one that is replaced has another address; what an open
// page still names stays there, or is not found.
func TestPhotographsChangeWhileServed(t *testing.T) {
	s := startContent(t)
	source := regexp.MustCompile(`/assets/photos/hero-\d+-\w+\.webp`)
	shown := func() string {
		_, body := program.Get(t, http.MethodGet, s.URL+"/")
		return source.FindString(string(body))
	}
	status := func(path string) int {
		answer, _ := program.Get(t, http.MethodGet, s.URL+path)
		return answer.StatusCode
	}
	if path := shown(); path != "" {
		t.Fatalf("the home page shows %s to begin with", path)
	}
	file := filepath.Join(s.dir, "photos", "hero.jpg")
	testkit.Photograph(t, file)
	s.awaitServed(t)
	first := shown()
	if first == "" || status(first) != http.StatusOK {
		t.Fatalf("the photograph %q is not served", first)
	}
	widths := strings.NewReplacer("hero-320", "hero-480", "hero-480", "hero-320")
	unseen := widths.Replace(first)

	canvas := image.NewRGBA(image.Rect(0, 0, 900, 700))
	var out bytes.Buffer
	save := func(data []byte) { // at once, as it may not be seen half-written
		t.Helper()
		if err := errors.Join(os.WriteFile(file+".tmp", data, 0o600), os.Rename(file+".tmp", file)); err != nil {
			t.Fatal(err)
		}
	}
	if err := jpeg.Encode(&out, canvas, nil); err != nil {
		t.Fatal(err)
	}
	save(out.Bytes())
	var second string
	testkit.Await(s.Log.Next, func() bool { second = shown(); return second != first })
	if second == "" || second == first || status(second) != http.StatusOK {
		t.Errorf("after %s comes %q", first, second)
	}
	if got := status(first); got != http.StatusOK {
		t.Errorf("%s, which an open page shows, is %d", first, got)
	}
	if got := status(unseen); unseen == first || got != http.StatusNotFound {
		t.Errorf("%s, which was never made of the former photograph, is %d, want 404", unseen, got)
	}
	save([]byte("no photograph"))
	s.Log.Wait(t, "content refused")
	if text := s.ready(t); !strings.Contains(text, "hero.jpg cannot be read as a JPEG") {
		t.Errorf("/readyz = %q, want the file and what is wrong with it", text)
	}
	if shown() != second {
		t.Error("the home page does not show the last good photograph")
	}
}

// A city is added and removed while the site is served: its page, its menu entry and its line in the sitemap come and go.
func TestPagesComeAndGoWhileServed(t *testing.T) {
	s := startContent(t)
	const city = "/locations/newtown"
	want := func(status int) {
		t.Helper()
		if answer, _ := program.Get(t, http.MethodGet, s.URL+city); answer.StatusCode != status {
			t.Errorf("%s = %d, want %d", city, answer.StatusCode, status)
		}
		for _, path := range []string{"/", "/sitemap.xml", "/llms.txt"} {
			if _, body := program.Get(t, http.MethodGet, s.URL+path); bytes.Contains(body, []byte(city)) != (status == http.StatusOK) {
				t.Errorf("%s names %s, which is answered with %d: %v", path, city, status, status != http.StatusOK)
			}
		}
	}
	replace := func(files fs.FS) {
		t.Helper()
		staged := s.dir + ".new"
		if err := errors.Join(os.CopyFS(staged, files), os.Rename(s.dir, s.dir+".old"), os.Rename(staged, s.dir), os.RemoveAll(s.dir+".old")); err != nil {
			t.Fatal(err)
		}
		s.awaitServed(t)
	}
	want(http.StatusNotFound)
	replace(withNewtown(t))
	want(http.StatusOK)
	replace(content.FS)
	want(http.StatusNotFound)
}

// withNewtown returns the content with one additional city.
func withNewtown(t *testing.T) fs.FS {
	t.Helper()
	city := strings.TrimPrefix(program.First(content.KindCity), "/locations/")
	page, err := fs.ReadFile(content.FS, "cities/"+city+".yaml")
	list, errList := fs.ReadFile(content.FS, "locations.yaml")
	page = bytes.Replace(page, []byte(`title: "`), []byte(`title: "Newtown: `), 1)
	page = bytes.Replace(page, []byte(`description: "`), []byte(`description: "Newtown: `), 1)
	list = bytes.Replace(list, []byte("cities:\n"),
		[]byte("cities:\n  - { slug: newtown, name: Newtown, lat: 33.0, lon: -96.9, anchor: start }\n"), 1)
	dir := t.TempDir()
	if err := errors.Join(err, errList, os.CopyFS(dir, content.FS),
		os.WriteFile(filepath.Join(dir, "cities", "newtown.yaml"), page, 0o600),
		os.WriteFile(filepath.Join(dir, "locations.yaml"), list, 0o600)); err != nil {
		t.Fatal(err)
	}
	return os.DirFS(dir)
}

func TestContentCommand(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "mine")
	var out strings.Builder
	if err := command.Run(t.Context(), []string{"content", dir}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^\d\d+ files and \d+ photographs in .*mine\nserve them with: haulfront serve --content `).MatchString(out.String()) {
		t.Errorf("haulfront content prints %q", &out)
	}
	if _, err := content.Load(os.DirFS(dir)); err != nil {
		t.Errorf("what it wrote cannot be served:\n%v", err)
	}
	if info, err := os.Stat(filepath.Join(dir, "photos")); err != nil || !info.IsDir() {
		t.Errorf("there is no folder for photographs: %v", err)
	}
	if err := command.Run(t.Context(), []string{"content", dir}, io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), "want a new or an empty folder") {
		t.Errorf("to a folder with files in it: %v, want a refusal", err)
	}
	err := command.Run(t.Context(), []string{"check", "--content", t.TempDir()}, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "CONTENT_DIR: ") {
		t.Errorf("--content with an empty folder: %v, want it named", err)
	}
}
