package content

import (
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"haulfront/content/load"

	"github.com/goccy/go-yaml/ast"
)

// Draft is a page that [Load] leaves out while its file, all of its services or its category say draft: true.
type Draft struct{ File, Slug string }

// Drafts lists the pages that are left out, or, after a load with [Options.Drafts], shown ahead of time.
func (s *Site) Drafts() []Draft {
	return slices.SortedFunc(maps.Values(s.drafts), func(a, b Draft) int { return strings.Compare(a.File, b.File) })
}

// draftLine marks a draft, in YAML or in the front matter of Markdown. The file may be invalid otherwise.
var draftLine = regexp.MustCompile(`(?mi)^draft:[ \t]*true\b`)

func (s *Site) removeDrafts(d *load.Decoder, nodes map[string]ast.Node, shown bool) {
	s.drafts = map[string]Draft{}
	for _, row := range kinds {
		files, _ := fs.Glob(d.Fsys, row.file) // the pattern is valid
		for _, file := range files {
			data, _ := load.ReadFile(d.Fsys, file) // an unreadable one has its diagnostics later
			front, _, _ := strings.Cut(strings.TrimPrefix(string(data), "---\n"), "\n---\n")
			if row.slugs != nil && draftLine.MatchString(front) {
				s.addDraft(row.kind, slugOf(file))
			}
		}
	}
	for _, row := range kinds {
		if row.kind != KindService { // in their categories
			s.removeEntries(row.kind, load.Child[*ast.SequenceNode](nodes[row.List.File], row.List.Key), shown)
		}
	}
}

func (s *Site) addDraft(kind Kind, slug string) {
	s.drafts[kind.path(slug)] = Draft{kind.File(slug), slug}
}

func (s *Site) removeEntries(kind Kind, list *ast.SequenceNode, shown bool) {
	if list == nil {
		return
	}
	list.Values = slices.DeleteFunc(list.Values, func(entry ast.Node) bool {
		slug, services := load.Slug(entry), load.Child[*ast.SequenceNode](entry, "services")
		var listed []ast.Node
		if services != nil {
			listed = slices.Clone(services.Values)
			s.removeEntries(KindService, services, shown)
			if len(listed) > 0 && len(services.Values) == 0 {
				s.addDraft(kind, slug)
			}
		}
		if _, draft := s.drafts[kind.path(slug)]; !draft {
			return false
		}
		for _, service := range listed {
			s.addDraft(KindService, load.Slug(service))
		}
		return !shown
	})
}
