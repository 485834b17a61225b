package sources

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/google/renameio/v2"
)

// Keep writes the words that Changed found last to a ZIP file, so that a later start can serve them. Files that have
// changed since are an error, and leave an earlier file as it was. Photographs are not kept: they may be large.
func (c *Content) Keep(file string) error {
	packed, err := c.words.pack()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return renameio.WriteFile(file, packed, 0o600)
}

// kept returns the content that Keep wrote, first with the present photographs, then without.
func (c *Content) kept(file string) ([]*Content, error) {
	packed, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	files, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return []*Content{
		{Dir: c.Dir, words: newTree(files), photos: c.photos, options: c.options, hosts: c.hosts},
		{Dir: c.Dir, words: newTree(files), photos: newTree(embed.FS{}), options: c.options, hosts: c.hosts},
	}, nil
}

// pack returns a ZIP file of the texts that changed found last.
func (t *tree) pack() ([]byte, error) {
	var out bytes.Buffer
	packed := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(t.known)) {
		if !slices.Contains([]string{".yaml", ".md", ".csv", ".svg"}, path.Ext(name)) {
			continue
		}
		data, err := fs.ReadFile(t.view, name)
		if err != nil {
			return nil, err
		}
		state := t.known[name]
		if sha256.Sum256(data) != state.sum {
			return nil, fmt.Errorf("%s has changed meanwhile", name)
		}
		entry, err := packed.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: state.modified})
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(data); err != nil {
			return nil, err
		}
	}
	err := packed.Close()
	return out.Bytes(), err
}
