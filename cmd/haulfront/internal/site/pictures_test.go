package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	_ "image/png"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	_ "golang.org/x/image/webp"

	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/site/card"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
	"haulfront/render"
)

// checkout is the folder of the whole project.
const checkout = "../../../../"

// engine is one for all tests here: it never changes.
var engine = sync.OnceValue(func() *render.Engine {
	cfg := EngineConfig(checkout)
	cfg.Workers = 1
	return must(render.New(cfg))
})

var scenes = sync.OnceValue(func() *scene.Set { return must(scene.OpenCheckout(context.Background(), checkout)) })

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// testInfo is the build information for pages of engine.
func testInfo(t *testing.T, words *content.Site, engine *render.Engine) content.BuildInfo {
	t.Helper()
	assets, err := Assets(words, engine, scenes())
	testkit.Must(t, err)
	return content.BuildInfo{
		BaseURL: "https://junk.test", MapsEmbedURL: "https://maps.test/", Year: 2025, QuoteFields: quote.FormFields(),
		Assets: assets,
	}
}

// newPictured makes a server whose photographs are in the folder.
func newPictured(t *testing.T, photos string) (*Site, error) {
	t.Helper()
	font, err := os.ReadFile(checkout + card.FontFile)
	testkit.Must(t, err)
	return Build(t.Context(), Config{
		Source: Source{Content: program.Words(), Photos: os.DirFS(photos)},
		Engine: engine(), Scenes: scenes(), CardFont: font, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
		BaseURL: &url.URL{Scheme: "https", Host: "junk.test"}, Now: time.Now,
		MapsEmbedURL: &url.URL{Scheme: "https", Host: "maps.test", Path: "/embed"},
	})
}

func newSite(t *testing.T, photos string) *Site {
	t.Helper()
	s, err := newPictured(t, photos)
	testkit.Must(t, err)
	return s
}

// get wants a page or a file.
func (s *Site) get(t *testing.T, path string) Response {
	t.Helper()
	response, err := s.File(t.Context(), path, Encodings{})
	if s.HasPage(path) {
		response, err = s.Page(t.Context(), path, State{}, Encodings{})
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return response
}

// picture asks for a picture and wants this type and size.
func (s *Site) picture(t *testing.T, path, mediaType string, width, height int) []byte {
	t.Helper()
	response := s.get(t, path)
	if got := response.ContentType; got != mediaType {
		t.Errorf("%s is %s, want %s", path, got, mediaType)
	}
	if got := response.CacheControl; strings.HasPrefix(path, AssetsPath) && got != cacheForever {
		t.Errorf("%s is kept %q", path, got)
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(response.Body))
	if err != nil || config.Width != width || config.Height != height {
		t.Errorf("%s is %d × %d, %v, want %d × %d", path, config.Width, config.Height, err, width, height)
	}
	return response.Body
}

var metaForm = regexp.MustCompile(`<meta (?:name|property)="([^"]+)" content="([^"]*)"/>`)

func metas(html []byte) map[string]string {
	found := map[string]string{}
	for _, m := range metaForm.FindAllSubmatch(html, -1) {
		found[string(m[1])] = string(m[2])
	}
	return found
}

// Every page has a card of its own, the page of unknown paths none.
func TestCards(t *testing.T) {
	s := newSite(t, t.TempDir())
	pages, kinds := map[string]string{}, map[content.Kind]bool{}
	for _, route := range s.cfg.Content.Routes() {
		path := route.Path
		metas := metas(s.get(t, path).Body)
		image, english := metas["og:image"], s.cfg.Content.Language(path) == "en"
		if strings.Contains(metas["og:image:alt"], ": ") != english {
			t.Errorf("%s: the card's text is %q, and pictures are described in English", path, metas["og:image:alt"])
		}
		file, ours := strings.CutPrefix(image, "https://junk.test")
		if other, again := pages[image]; again || !ours {
			t.Errorf("%s: og:image is %q, as on %q", path, image, other)
			continue
		}
		pages[image] = path
		if kinds[route.Kind] {
			continue // drawing one takes longer than rendering its page
		}
		kinds[route.Kind] = true
		if body := s.picture(t, file, pngType, 1200, 630); len(body) > card.MaxSize {
			t.Errorf("%s: the card has %d bytes, want at most %d", path, len(body), card.MaxSize)
		}
	}
	lost, err := s.NotFound(t.Context(), Encodings{})
	if got := metas(lost.Body)["og:image"]; err != nil || got != "" {
		t.Errorf("the page of unknown paths has the card %q, %v", got, err)
	}
}

// Cards and icons are made on demand, never ahead of time.
func TestPicturesAreOnDemand(t *testing.T) {
	s := newSite(t, t.TempDir())
	s.get(t, "/")
	for path, d := range s.files {
		if strings.HasSuffix(path, ".png") && (!d.onDemand || d.made.Load() != nil) {
			t.Errorf("%s is made although nobody asked for it", path)
		}
	}
	path := s.cards["/"].URL
	if !bytes.Equal(s.get(t, path).Body, s.get(t, path).Body) || s.files[path].made.Load() == nil {
		t.Errorf("%s was not kept", path)
	}
}

func TestIcons(t *testing.T) {
	s := newSite(t, t.TempDir())
	page := s.get(t, "/").Body
	for _, link := range []string{
		`<link rel="icon" sizes="32x32" href="/favicon.ico"/>`,
		`<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>`,
		`<link rel="manifest" href="/site.webmanifest"/>`,
		`<meta name="theme-color" content="` + s.cfg.Content.Color("cream") + `"/>`,
	} {
		if !bytes.Contains(page, []byte(link)) {
			t.Errorf("the home page has no %s", link)
		}
	}
	icon := s.get(t, faviconPath)
	if icon.ContentType != "image/x-icon" || !bytes.HasPrefix(icon.Body, []byte{0, 0, 1, 0}) {
		t.Errorf("%s is %s and begins % x", faviconPath, icon.ContentType, icon.Body[:4])
	}
	s.picture(t, touchIconPath, pngType, 180, 180)

	sent := s.get(t, manifestPath)
	if got := sent.ContentType; got != "application/manifest+json" {
		t.Errorf("the manifest is %s", got)
	}
	var m manifest
	testkit.Must(t, json.Unmarshal(sent.Body, &m))
	brand, background := s.cfg.Content.Brand(), s.cfg.Content.Color("cream")
	if m.Name != brand.Name || m.ShortName != brand.ShortName || m.Theme != background || m.Background != background {
		t.Errorf("the manifest says %+v", m)
	}
	var listed []string
	for _, icon := range m.Icons {
		listed = append(listed, icon.Purpose+" "+icon.Sizes)
		var size int
		if n, _ := fmt.Sscanf(icon.Sizes, "%d", &size); n == 1 {
			s.picture(t, icon.Src, icon.Type, size, size)
		} else if got := s.get(t, icon.Src).ContentType; got != icon.Type {
			t.Errorf("%s is %s", icon.Src, got)
		}
	}
	want := []string{"any any", "any 192x192", "any 512x512", "maskable 192x192", "maskable 512x512"}
	if !slices.Equal(listed, want) {
		t.Errorf("the manifest has the icons %q, want %q", listed, want)
	}
}

// shoot writes a photograph in one color.
func shoot(t *testing.T, file string, width, height int) {
	t.Helper()
	canvas := image.NewRGBA(image.Rect(0, 0, width, height))
	blue := image.NewUniform(color.RGBA{R: 40, G: 90, B: 160, A: 255})
	draw.Draw(canvas, canvas.Bounds(), blue, image.Point{}, draw.Src)
	var out bytes.Buffer
	testkit.Must(t, errors.Join(jpeg.Encode(&out, canvas, nil), os.WriteFile(file, out.Bytes(), 0o600)))
}

var imageForm = regexp.MustCompile(`<img [^>]*alt="Two crew members carry a sofa[^>]*>`)

func attribute(element, name string) string {
	_, rest, _ := strings.Cut(element, " "+name+`="`)
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

func TestPhotoTakesTheScenesPlace(t *testing.T) {
	plain := newSite(t, t.TempDir())
	dir := t.TempDir()
	shoot(t, filepath.Join(dir, "hero.jpg"), 1000, 2000)
	s := newSite(t, dir)
	before, after := plain.get(t, "/").Body, s.get(t, "/").Body
	drawn, shot := string(imageForm.Find(before)), string(imageForm.Find(after))
	if attribute(drawn, "srcSet") != "" || !strings.HasSuffix(attribute(drawn, "src"), ".svg") {
		t.Errorf("without a photograph the hero is %s", drawn)
	}
	scene := plain.assets.Scenes["hero"]
	for name, want := range map[string]string{
		"width": fmt.Sprint(scene.Width), "height": fmt.Sprint(scene.Height), "alt": scene.Alt,
		"loading": attribute(drawn, "loading"), "fetchPriority": attribute(drawn, "fetchPriority"),
	} {
		if got := attribute(shot, name); got != want {
			t.Errorf("%s of the photograph is %q, want %q", name, got, want)
		}
	}
	if attribute(shot, "sizes") == "" || !strings.Contains(shot, " data-photo=") {
		t.Errorf("the photograph is %s", shot)
	}
	heightFor := func(width int) int { return (width*scene.Height + scene.Width/2) / scene.Width }
	set, widths := strings.Split(attribute(shot, "srcSet"), ", "), []int{320, 480, 640, 960}
	if len(set) != len(widths) {
		t.Fatalf("srcset is %q, want the widths %v, no wider than the photograph itself", set, widths)
	}
	for i, width := range widths {
		path, ok := strings.CutSuffix(set[i], fmt.Sprintf(" %dw", width))
		if !ok {
			t.Errorf("srcset has %q, want the width %d", set[i], width)
		}
		s.picture(t, path, "image/webp", width, heightFor(width))
	}
	s.picture(t, attribute(shot, "src"), "image/webp", 640, heightFor(640))

	// All other pictures stay drawings, and the drawing is not served any more; its street is not shown.
	want := bytes.Count(before, []byte(".svg")) - bytes.Count(before, []byte(scene.Src)) -
		bytes.Count(before, []byte(plain.assets.Scenes["hero-street"].Src))
	if got := bytes.Count(after, []byte(".svg")); got != want || s.files[scene.Src] != nil {
		t.Errorf("the page names %d drawings, want %d, and serves that of the photograph's scene: %v", got, want,
			s.files[scene.Src] != nil)
	}
	path, _ := strings.CutPrefix(metas(after)["og:image"], "https://junk.test")
	shared, _, err := image.Decode(bytes.NewReader(s.picture(t, path, "image/jpeg", card.Width, card.Height)))
	testkit.Must(t, err)
	if err := s.CheckPhotos(); err == nil || !strings.Contains(err.Error(), "hero.jpg is not described") {
		t.Errorf("CheckPhotos() = %v, want the photograph that shows the drawing's text", err)
	}
	text := []byte("hero: Our truck on Main Street.\n")
	testkit.Must(t, os.WriteFile(filepath.Join(dir, "photos.yaml"), text, 0o600))
	described := newSite(t, dir)
	body := described.get(t, "/").Body
	if err := described.CheckPhotos(); err != nil || !bytes.Contains(body, []byte(`alt="Our truck on Main Street."`)) {
		t.Errorf("with photos.yaml: %v, and the page has the text: %v", err, bytes.Contains(body, []byte("Our truck")))
	}
	shoot(t, filepath.Join(dir, "truck-half.jpg"), 1000, 1000)
	text = append(text, "truck-half: Our truck on Main Street.\n"...)
	testkit.Must(t, os.WriteFile(filepath.Join(dir, "photos.yaml"), text, 0o600))
	const again = `hero.jpg and truck-half.jpg have the same description in photos.yaml, "Our truck on Main Street."`
	if err := newSite(t, dir).Warnings(); err == nil || !strings.Contains(err.Error(), again) {
		t.Errorf("with one description for two photographs: %v, want %s", err, again)
	}
	if r, g, b, _ := shared.At(card.Width-10, 10).RGBA(); b>>8 < 140 || r>>8 > 60 || g>>8 > 110 {
		t.Errorf("the photograph is not on the card: %d %d %d", r>>8, g>>8, b>>8)
	}
}

func TestPhotosThatStopTheStart(t *testing.T) {
	dir := t.TempDir()
	shoot(t, filepath.Join(dir, "hero.jpg"), 640, 480)
	broken := filepath.Join(dir, "dallas.jpg")
	testkit.Must(t, os.WriteFile(broken, []byte("not a photograph"), 0o600))
	if _, err := newPictured(t, dir); err == nil ||
		!strings.Contains(err.Error(), "photographs: "+filepath.Base(broken)) {
		t.Errorf("a broken photograph: %v, want its name", err)
	}
	testkit.Must(t, os.Rename(filepath.Join(dir, "hero.jpg"), broken))
	shoot(t, filepath.Join(dir, "herro.jpg"), 640, 480)
	s, err := newPictured(t, dir)
	testkit.Must(t, err)
	if err := s.Warnings(); err == nil || !strings.Contains(err.Error(),
		"herro.jpg stands for no page and no scene; wanted a name such as hero, ") {
		t.Errorf("Warnings() = %v, want the photograph that nothing shows", err)
	}
	shoot(t, filepath.Join(dir, "hero.jpg"), 300, 200)
	const want = "hero.jpg is too small: 300 × 200 pixels; want at"
	if _, err := newPictured(t, dir); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("photographs: %v, want %q", err, want)
	}
}
