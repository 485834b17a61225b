package seo

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// DaysFile is the file that remembers when each page last changed, in the folder of the content.
//
// The day can't be taken from files or from version control, because a page's words come from many files, of which most
// belong to many pages: a corrected price changes eight pages, a new comment changes none. So the file keeps a hash of
// what each page said (see [Page.Words]) and the day on which it began to say so. "haulfront check --update" writes it
// anew and moves only the days of pages that have changed; a test fails while a page and its hash differ.
const DaysFile = "lastmod.yaml"

// Day is since when a page says what it says.
type Day struct {
	// Day is written 2006-01-02.
	Day string `yaml:"day"`
	// Words is the page's hash on that day.
	Words string `yaml:"words"`
}

// Days are the pages' days by path.
type Days map[string]Day

// ReadDays reads DaysFile; a file that is missing knows no page.
func ReadDays(fsys fs.FS) (Days, error) {
	days := Days{}
	data, err := fs.ReadFile(fsys, DaysFile)
	if errors.Is(err, fs.ErrNotExist) {
		return days, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the pages' days: %w", err)
	}
	if err := yaml.UnmarshalWithOptions(data, &days, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("read the pages' days: %s: %w", DaysFile, err)
	}
	return days, nil
}

// of is the day of a page, empty where the page is not the one that is remembered.
func (d Days) of(p *Page) string {
	if day := d[p.Path]; day.Words == p.Words {
		return day.Day
	}
	return ""
}

// Update returns the days of the pages as they are now: today for those that have changed or are new.
func (d Days) Update(pages []*Page, today string) Days {
	updated := Days{}
	for _, p := range pages {
		if p.Kind == "" {
			continue
		}
		updated[p.Path] = Day{today, p.Words}
		if day := d.of(p); day != "" {
			updated[p.Path] = d[p.Path]
		}
	}
	return updated
}

// Encode writes the days as ReadDays reads them, a line for each page, so that a change shows which pages it touched.
func (d Days) Encode() []byte {
	paths := []string{}
	for path := range d {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	var out strings.Builder
	out.WriteString("# Since when each page says what it says, for the sitemap. Written by: haulfront check --update\n")
	for _, path := range paths {
		fmt.Fprintf(&out, "%s: { day: %q, words: %q }\n", path, d[path].Day, d[path].Words)
	}
	return []byte(out.String())
}
