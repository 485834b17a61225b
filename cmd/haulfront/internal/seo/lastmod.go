package seo

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// LastModFile is the file that keeps when each page's text last changed, in the folder of the content.
//
// The day can't be taken from files or from version control, because a page's text comes from many files, of which
// most belong to many pages: a corrected price changes eight pages, a new comment changes none. So the file keeps a
// digest of what each page said and the day on which it began to say so. "haulfront check --update" writes it anew and
// moves only the days of pages that have changed; "haulfront check" and a test fail while a page and its digest
// differ. A program that serves content from disk dates changed pages by itself, and needs the file only to know the
// days of all others.
const LastModFile = "lastmod.yaml"

// LastMod is, by path, when each page's text last changed.
type LastMod map[string]Revision

// Revision is since when a page has had its present text.
type Revision struct {
	// Day is written 2006-01-02.
	Day string `yaml:"day"`
	// Digest is that of the text (see package site).
	Digest string `yaml:"words"`
}

// ReadLastMod reads LastModFile; a file that is missing knows no page.
func ReadLastMod(fsys fs.FS) (LastMod, error) {
	lastMod := LastMod{}
	data, err := fs.ReadFile(fsys, LastModFile)
	if errors.Is(err, fs.ErrNotExist) {
		return lastMod, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the pages' days: %w", err)
	}
	if err := yaml.UnmarshalWithOptions(data, &lastMod, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("read the pages' days: %s: %w", LastModFile, err)
	}
	return lastMod, nil
}

// Update returns the revisions of the pages whose digests are given by path: today's for those that have changed or
// are new.
func (m LastMod) Update(digests map[string]string, today string) LastMod {
	updated := LastMod{}
	for path, digest := range digests {
		updated[path] = Revision{today, digest}
		if known := m[path]; known.Digest == digest {
			updated[path] = known
		}
	}
	return updated
}

// Encode writes the revisions as ReadLastMod reads them, a line for each page, so that a diff shows which pages
// changed.
func (m LastMod) Encode() []byte {
	var out strings.Builder
	out.WriteString("# Since when each page says what it says, for the sitemap. Written by: haulfront check --update\n")
	for _, path := range slices.Sorted(maps.Keys(m)) {
		fmt.Fprintf(&out, "%s: { day: %q, words: %q }\n", path, m[path].Day, m[path].Digest)
	}
	return []byte(out.String())
}
