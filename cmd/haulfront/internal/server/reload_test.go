package server_test

import (
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
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
	testkit.Must(t, command.Run(t.Context(), []string{"content", dir}, io.Discard, io.Discard))
	// As if it had been written long ago.
	old := time.Date(2025, 3, 15, 12, 0, 0, 0, time.UTC)
	noted := filepath.Join(dir, "lastmod.yaml")
	days, err := os.ReadFile(noted)
	testkit.Must(t, err)
	days = regexp.MustCompile(`day: "[^"]*"`).ReplaceAll(days, []byte(old.Format(`day: "2006-01-02"`)))
	testkit.Must(t, os.WriteFile(noted, days, 0o600))
	err = filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Chtimes(name, old, old))
	})
	testkit.Must(t, err)
	s := &contentSite{dir: dir, Site: servertest.Start(t, append(settings, "CONTENT_DIR="+dir)...)}
	if !testkit.Poll(func() bool { status, _ := s.GetAdmin(t, "/readyz"); return status == http.StatusOK }) {
		t.Fatal("the site is not ready")
	}
	return s
}

// edit replaces a text of a file, as an editor does that writes a new file and renames it.
func (s *contentSite) edit(t testing.TB, file string, change func(string) string) {
	t.Helper()
	name := filepath.Join(s.dir, file)
	data, err := os.ReadFile(name)
	testkit.Must(t, err)
	text := change(string(data))
	if text == string(data) {
		t.Fatalf("%s is not changed", file)
	}
	testkit.Must(t, errors.Join(os.WriteFile(name+".tmp", []byte(text), 0o600), os.Rename(name+".tmp", name)))
}

// awaitServed waits until the last change is served.
func (s *contentSite) awaitServed(t testing.TB) {
	t.Helper()
	s.served++
	served := func() bool { return strings.Count(s.Log.String(), `msg="content served"`) >= s.served }
	if !testkit.Await(s.Log.Next, served) {
		t.Fatalf("change %d is not served", s.served)
	}
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

// A city's title is changed on a running program, broken, and mended.
func TestContentChangesWhileServed(t *testing.T) {
	t.Parallel()
	s := startContent(t)
	path := program.First(content.KindCity)
	file := "cities/" + strings.TrimPrefix(path, "/locations/") + ".yaml"
	if text := s.ready(t); text != "ready\n" {
		t.Fatalf("/readyz = %q", text)
	}
	untouched, before := s.lastMod(t, "/get-quote"), s.lastMod(t, path)
	edit := func(old, replacement string) {
		t.Helper()
		s.edit(t, file, func(text string) string { return strings.Replace(text, old, replacement, 1) })
	}
	wantTitle := func(start string) {
		t.Helper()
		if _, body := program.Get(t, http.MethodGet, s.URL+path); !bytes.Contains(body, []byte("<title>"+start)) {
			t.Errorf("the title of %s does not begin with %q", path, start)
		}
	}

	edit(`title: "`, `title: "First: `)
	s.awaitServed(t)
	wantTitle("First: ")
	if day := s.lastMod(t, path); day == before || day < "2026" {
		t.Errorf("the sitemap dates the page %s, as before", day)
	}
	if day := s.lastMod(t, "/get-quote"); day != untouched {
		t.Errorf("the sitemap dates a page that has not changed %s, want %s", day, untouched)
	}
	s.wantMetric(t, `haulfront_content_loads_total{outcome="served"} 1`)
	s.wantMetric(t, "haulfront_content_refused 0")

	edit(`lead: "`, `leed: "`)
	s.Log.Wait(t, "content refused")
	problem := regexp.QuoteMeta(file) + `:\d+: .*lead`
	if text := s.ready(t); !regexp.MustCompile(`^ready\nwarning: .*\n` + problem).MatchString(text) {
		t.Errorf("/readyz = %q, want a warning with the file and the line", text)
	}
	if log := s.Log.String(); !regexp.MustCompile(`msg="content refused" problem="` + problem).MatchString(log) {
		t.Errorf("the log does not name the file and the line:\n%s", log)
	}
	wantTitle("First: ")
	s.wantMetric(t, "haulfront_content_refused 1")

	edit(`title: "First`, `title: "Second`)
	edit(`leed: "`, `lead: "`)
	s.awaitServed(t)
	if text := s.ready(t); text != "ready\n" {
		t.Errorf("/readyz = %q after the mistake was mended", text)
	}
	wantTitle("Second: ")
}

// A photograph that is put into the folder takes its scene's place, and one that is replaced has another address; what
// an open page still names stays there, or is not found.
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
		testkit.Must(t, errors.Join(os.WriteFile(file+".tmp", data, 0o600), os.Rename(file+".tmp", file)))
	}
	testkit.Must(t, jpeg.Encode(&out, canvas, nil))
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

// A city is a draft, then finished, then removed while the site is served: its page, its menu entry and its line in the
// sitemap come and go. A new phone number is served beside the draft; so is a price with too many zeros, with a
// warning.
func TestPagesComeAndGoWhileServed(t *testing.T) {
	s := startContent(t)
	want := func(status int) {
		t.Helper()
		if !testkit.Poll(func() bool {
			answer, _ := program.Get(t, http.MethodGet, s.URL+"/locations/denton")
			return answer.StatusCode == status
		}) {
			t.Errorf("the city is not answered with %d", status)
		}
		for _, path := range []string{"/", "/locations", "/sitemap.xml", "/llms.txt"} {
			_, body := program.Get(t, http.MethodGet, s.URL+path)
			if bytes.Contains(body, []byte("/locations/denton")) != (status == http.StatusOK) {
				t.Errorf("%s names the city, which is answered with %d: %v", path, status, status != http.StatusOK)
			}
		}
	}
	newCity := []string{"new", "city", "Denton", "--content", s.dir}
	testkit.Must(t, command.Run(t.Context(), newCity, io.Discard, io.Discard))
	testkit.Photograph(t, filepath.Join(s.dir, "photos", "denton.jpg"))
	s.Log.Wait(t, "draft left out")
	s.edit(t, "business.yaml", func(text string) string {
		return regexp.MustCompile(`\nphone: .*`).ReplaceAllString(text, "\nphone: (972) 555-0187")
	})
	s.edit(t, "prices.yaml", func(text string) string {
		return regexp.MustCompile(`hot_tub: .*`).ReplaceAllString(text, "hot_tub: { low: 3000, high: 80000 }")
	})
	const problem = `price "hot_tub" runs from $3,000 to $80,000`
	if !testkit.Poll(func() bool { return strings.Contains(s.ready(t), problem) }) {
		t.Errorf("/readyz = %q, want a warning of the price", s.ready(t))
	}
	s.Log.Wait(t, "content is probably wrong")
	if _, body := program.Get(t, http.MethodGet, s.URL+"/"); !bytes.Contains(body, []byte("(972) 555-0187")) {
		t.Error("the new phone number is not served")
	}
	want(http.StatusNotFound)
	s.wantMetric(t, "haulfront_content_refused 0")

	city := "cities/" + strings.TrimPrefix(program.First(content.KindCity), "/locations/") + ".yaml"
	finished, err := fs.ReadFile(content.FS, city)
	testkit.Must(t, err)
	s.edit(t, "cities/denton.yaml", func(string) string {
		return strings.NewReplacer(`title: "`, `title: "Denton: `, `description: "`, `description: "Denton: `).
			Replace(string(finished))
	})
	want(http.StatusOK)
	staged := s.dir + ".new"
	testkit.Must(t, errors.Join(os.CopyFS(staged, content.FS), os.Rename(s.dir, s.dir+".old"),
		os.Rename(staged, s.dir), os.RemoveAll(s.dir+".old")))
	want(http.StatusNotFound)
}

// A file that cannot be read to its end, as in a network folder without its server, holds up neither the site nor the
// next change. The lease of another process on a file does the same (fcntl(2), F_SETLEASE).
func TestContentThatHangsIsGivenUp(t *testing.T) {
	t.Parallel()
	s := startContent(t)
	title := func(words string) {
		s.edit(t, "home.yaml", func(text string) string {
			return regexp.MustCompile(`\n  title: "`).ReplaceAllString(text, "${0}"+words+" ")
		})
	}
	file, err := os.OpenFile(filepath.Join(s.dir, "layout.yaml"), os.O_WRONLY, 0)
	testkit.Must(t, err)
	if _, err := unix.FcntlInt(file.Fd(), unix.F_SETLEASE, unix.F_WRLCK); err != nil {
		t.Fatal(err)
	}
	title("First")
	s.Log.Wait(t, "the content takes more than 10s to load")
	testkit.Must(t, file.Close())
	title("Second")
	s.awaitServed(t)
	if text := s.ready(t); text != "ready\n" {
		t.Errorf("/readyz = %q after the next change", text)
	}
}
