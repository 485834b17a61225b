package seo

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"haulfront/content/load"

	"github.com/goccy/go-yaml"
)

// LastModFile is the file with the day of each page's last change, in the content folder.
//
// Neither files nor version control have that day, because a page's text comes from many files, and most of them
// belong to many pages: a corrected price changes eight pages, a new comment changes none. So the file has a digest of
// each page's words and the day on which they changed. "haulfront check --update" updates the pages that have changed;
// "haulfront check" and a test fail while a page and its digest differ. A program that serves content from disk dates
// changed pages itself, and uses the file for all others.
const LastModFile = "lastmod.yaml"

// LastMod is the last change of each page's text, by path.
type LastMod map[string]Revision

// Revision is a page's present text and its day.
type Revision struct {
	Day    string `yaml:"day"`   // in the form 2006-01-02
	Digest string `yaml:"words"` // a hash of the text (see package site)
}

// ReadLastMod reads LastModFile; a missing file is empty.
func ReadLastMod(fsys fs.FS) (LastMod, error) {
	lastMod := LastMod{}
	if _, err := fs.Stat(fsys, LastModFile); errors.Is(err, fs.ErrNotExist) {
		return lastMod, nil
	}
	if err := load.Decode(fsys, LastModFile, &lastMod, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("read the pages' days: %w", err)
	}
	return lastMod, nil
}

// Update returns the revisions of the pages with these digests, by path: those that are new or have changed get today.
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

// Encode writes the revisions for ReadLastMod, a line for each page, so that a diff shows the changed pages.
func (m LastMod) Encode() []byte {
	var out strings.Builder
	out.WriteString("# Since when each page says what it says, for the sitemap. Written by: haulfront check --update\n")
	for _, path := range slices.Sorted(maps.Keys(m)) {
		fmt.Fprintf(&out, "%s: { day: %q, words: %q }\n", path, m[path].Day, m[path].Digest)
	}
	return []byte(out.String())
}
