package content

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"haulfront/content/load"

	"github.com/goccy/go-yaml/ast"
)

// Draft is a page that [Load] leaves out, together with its entry in the list of its kind. An article, a service, a
// city or a category is a draft while its file or its entry has a placeholder, or its file says draft: true. A category
// is also a draft while all of its services are, and a draft category's services are drafts.
type Draft struct {
	// File is the page's file, or the file of its entry while that has no slug.
	File, Slug string
	reasons    load.Diagnostics
}

// Reasons has a line for each placeholder, and for draft: true, in the form of Load's errors.
func (p *Draft) Reasons() error { return p.reasons.Err() }

// Drafts lists the pages that are left out, or, after a load with [Options.Drafts], shown ahead of time.
func (s *Site) Drafts() []*Draft {
	return slices.SortedFunc(maps.Values(s.drafts), func(a, b *Draft) int { return strings.Compare(a.File, b.File) })
}

// findDrafts returns the placeholders of all files by file, and makes drafts of the pages' files with a placeholder or
// with draft: true.
func (s *Site) findDrafts(d *load.Decoder) map[string]load.Diagnostics {
	s.drafts = map[string]*Draft{}
	left := map[string]load.Diagnostics{}
	_ = fs.WalkDir(d.Fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		ext := path.Ext(name)
		if err != nil || entry.IsDir() && name == "templates" {
			return fs.SkipDir // a folder that cannot be read has its diagnostics later
		}
		if entry.IsDir() || (ext != ".yaml" && ext != ".md") || name == "README.md" {
			return nil
		}
		data, err := load.ReadFile(d.Fsys, name)
		if err != nil {
			return nil // it has its diagnostic later
		}
		placeholders, unfinished := load.Drafted(name, string(data))
		kind, slug := kindOfFile(name)
		if kind == "" {
			left[name] = placeholders
		} else if all := append(placeholders, unfinished...); len(all) > 0 {
			s.addDraft(kind, slug, all)
		}
		return nil
	})
	return left
}

// kindOfFile returns the kind and the slug of the page that a file belongs to; both are empty if it cannot be a draft.
func kindOfFile(file string) (Kind, string) {
	for _, row := range kinds {
		before, after, _ := strings.Cut(row.file, "*")
		slug, ok := strings.CutPrefix(strings.TrimSuffix(file, after), before)
		if _, listed := listOf[row.kind]; ok && listed && strings.HasSuffix(file, after) {
			return row.kind, slug
		}
	}
	return "", ""
}

func (s *Site) addDraft(kind Kind, slug string, reasons load.Diagnostics) {
	draft := s.drafts[kind.path(slug)]
	if draft == nil {
		draft = &Draft{File: kind.file(slug), Slug: slug}
		if slug == "" {
			draft.File = listOf[kind].file
		}
		s.drafts[kind.path(slug)] = draft
	}
	draft.reasons = append(draft.reasons, reasons...)
}

// draftFinder removes the entries of drafts from the parsed lists.
type draftFinder struct {
	*Site
	// left are the placeholders that belong to no draft so far, by file.
	left map[string]load.Diagnostics
	keep bool // leaves the entries of drafts in the lists
}

// removeDrafts removes the entries of drafts from the parsed files, unless drafts are shown, and reports placeholders
// in parts that the site needs.
func (s *Site) removeDrafts(d *load.Decoder, nodes map[string]ast.Node) {
	f := &draftFinder{s, s.findDrafts(d), d.Drafts}
	for _, kind := range []Kind{KindCity, KindArticle, KindCategory} {
		list := listOf[kind]
		f.filter(kind, load.Child[*ast.SequenceNode](nodes[list.file], list.key))
	}
	for _, placeholders := range f.left {
		*d.Diagnostics = append(*d.Diagnostics, placeholders...)
	}
}

// filter removes the entries of drafts from a list.
func (f *draftFinder) filter(kind Kind, list *ast.SequenceNode) {
	if list == nil {
		return
	}
	list.Values = slices.DeleteFunc(list.Values, func(entry ast.Node) bool {
		slug, services := entrySlug(entry), load.Child[*ast.SequenceNode](entry, "services")
		listed := services != nil && len(services.Values) > 0
		f.filter(KindService, services)
		file := listOf[kind].file
		placeholders, left := f.left[file].Divide(entry)
		f.left[file] = left
		if len(placeholders) > 0 || listed && len(services.Values) == 0 {
			f.addDraft(kind, slug, placeholders)
		}
		if f.drafts[kind.path(slug)] == nil {
			return false
		}
		if listed {
			for _, service := range services.Values {
				f.addDraft(KindService, entrySlug(service), nil)
			}
		}
		return !f.keep || slug == ""
	})
}

// entrySlug is the slug of an entry, empty while that is a placeholder.
func entrySlug(entry ast.Node) string {
	text := load.Child[*ast.StringNode](entry, "slug")
	if text == nil || load.Placeholder.MatchString(text.Value) {
		return ""
	}
	return text.Value
}
