package scene

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/google/renameio/v2"

	"haulfront/render"
)

// The sources of the drawings, in a checkout.
const (
	entry       = "components/entry.scenes.ts"
	artFolder   = "components/art"
	reactFile   = "node_modules/react-dom/package.json"
	cacheFolder = "var/scenes"
)

// drawTimeout bounds one drawing, drawWait the wait for its turn: a page requests many at once.
const (
	drawTimeout = time.Minute
	drawWait    = 5 * time.Minute
)

// checkout draws the scenes of a checkout, and caches them on disk if it can write there.
type checkout struct {
	cache  string // the folder of this version's drawings
	engine func() (*render.Engine, error)
}

// OpenCheckout opens the scenes of the checkout in dir. Scenes on disk, from this process or an earlier one, are
// neither bundled nor drawn again.
func OpenCheckout(ctx context.Context, dir string) (*Set, error) {
	version, err := sourcesHash(dir)
	if err != nil {
		return nil, fmt.Errorf("read the sources of the scenes: %w", err)
	}
	c := &checkout{
		cache: filepath.Join(dir, filepath.FromSlash(cacheFolder), hex.EncodeToString(version[:8])),
		engine: sync.OnceValues(func() (*render.Engine, error) {
			return render.New(render.Config{
				Dir: dir, ServerEntry: entry, Strict: true, Timeout: drawTimeout, Wait: drawWait,
			})
		}),
	}
	index, err := c.file(indexFile, func() ([]byte, error) {
		c.removeOthers()
		engine, err := c.engine()
		if err != nil {
			return nil, err
		}
		return engine.Value(ctx, "scenes")
	})
	if err != nil {
		return nil, fmt.Errorf("list the scenes: %w", err)
	}
	s := &Set{draw: c.draw}
	if err := json.Unmarshal(index, &s.scenes); err != nil {
		return nil, fmt.Errorf("list the scenes: %w", err)
	}
	for i := range s.scenes {
		s.scenes[i].File = fileName(s.scenes[i].Name, version)
	}
	return s, nil
}

// draw returns a variant of the scene from disk, or draws it; empty if the scene has none.
func (c *checkout) draw(ctx context.Context, scene Scene, variant Variant) ([]byte, error) {
	return c.file(variant.file(scene), func() ([]byte, error) {
		engine, err := c.engine()
		if err != nil {
			return nil, err
		}
		return engine.Markup(ctx, "Scene", map[string]any{"name": scene.Name, "variant": variant})
	})
}

// file returns a file of the cache, or makes it. A read-only checkout has no cache.
func (c *checkout) file(name string, make func() ([]byte, error)) ([]byte, error) {
	name = filepath.Join(c.cache, name)
	if data, err := os.ReadFile(name); err == nil {
		return data, nil
	}
	data, err := make()
	if err != nil {
		return nil, err
	}
	if os.MkdirAll(c.cache, 0o755) == nil {
		_ = renameio.WriteFile(name, data, 0o600) // the next process tries again
	}
	return data, nil
}

// removeOthers removes the drawings of other versions of the sources.
func (c *checkout) removeOthers() {
	folders, _ := filepath.Glob(filepath.Join(filepath.Dir(c.cache), "*"))
	for _, folder := range folders {
		if folder != c.cache {
			_ = os.RemoveAll(folder) // leftovers do no harm
		}
	}
}

// sourcesHash is a hash of everything that affects a drawing: the sources below components/art and React's version.
// Reading them takes a thousandth of the time for bundling them.
func sourcesHash(dir string) ([]byte, error) {
	sum := sha256.New()
	add := func(name string) error {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err == nil {
			fmt.Fprintf(sum, "%s %d\n%s", name, len(data), data)
		}
		return err
	}
	err := fs.WalkDir(os.DirFS(dir), artFolder, func(name string, file fs.DirEntry, err error) error {
		if err != nil || file.IsDir() || strings.Contains(name, ".test.") || strings.HasSuffix(name, ".md") {
			return err
		}
		return add(name)
	})
	if err := errors.Join(err, add(entry), add(reactFile)); err != nil {
		return nil, err
	}
	return sum.Sum(nil), nil
}
