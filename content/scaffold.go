package content

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"text/template"
	"time"

	"haulfront/content/load"

	"github.com/goccy/go-yaml/ast"
)

//go:embed templates
var templates embed.FS

// NewPage describes a page for [Scaffold].
type NewPage struct {
	Kind     Kind      // KindCity, KindService or KindArticle
	Name     string    // as pages show it: "Fort Worth"; the slug is made from it
	Category string    // the slug of a service's category; the default is the first one
	Day      time.Time // the date of an article
}

// nameForm is a valid name: YAML needs no quotation marks for it.
var nameForm = regexp.MustCompile(`^\p{L}[^"\n:#{}\[\]]*$`)

// slugOf makes a slug from a name: "Hurst / Euless" is "hurst-euless".
func slugOf(name string) string {
	name = strings.NewReplacer("’", "", "'", "", "&", " and ").Replace(strings.ToLower(name))
	return strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(name, "-"), "-")
}

// listOf locates the entries of a kind's pages, and the template of an entry, if there is one. Services are listed in
// their categories.
var listOf = map[Kind]struct{ file, key, entry string }{
	KindCity:     {"locations.yaml", "cities", "city-entry.yaml"},
	KindCategory: {"services.yaml", "categories", ""},
	KindService:  {"services.yaml", "categories", "service-entry.yaml"},
	KindArticle:  {"blog.yaml", "articles", "article-entry.yaml"},
}

// Scaffold makes the files of a new page for the content in fsys, by path: the page's own, and the list with its
// entry. They contain placeholders for facts that only a person knows: until then the page is a [Draft].
func Scaffold(fsys fs.FS, page NewPage) (map[string][]byte, error) {
	list := listOf[page.Kind]
	if list.entry == "" {
		return nil, fmt.Errorf("content: no page of the kind %q can be made", page.Kind)
	}
	slug := slugOf(page.Name)
	if !nameForm.MatchString(page.Name) {
		const wanted = "words such as Fort Worth, without quotation marks, colons, braces or #"
		return nil, fmt.Errorf("the name is %q; wanted %s", page.Name, wanted)
	}
	file := page.Kind.file(slug)
	if _, err := fs.Stat(fsys, file); err == nil {
		return nil, fmt.Errorf("%s is there already", file)
	}
	data, err := load.ReadFile(fsys, list.file)
	if err != nil {
		return nil, err
	}
	tree, problem := load.ParseYAML(list.file, string(data))
	if problem != nil {
		return nil, problem
	}
	sequence, category, err := findList(tree, page, list.key)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", list.file, err)
	}
	day := page.Day.Format(time.DateOnly)
	values := map[string]string{"Name": page.Name, "Slug": slug, "Category": category, "Day": day}
	entry, err := fill(list.entry, values)
	if err != nil {
		return nil, err
	}
	text, err := fill(string(page.Kind)+path.Ext(file), values)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{file: text, list.file: load.AppendEntry(data, sequence, string(entry))}, nil
}

func fill(name string, values map[string]string) ([]byte, error) {
	t, err := template.ParseFS(templates, "templates/"+name)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, values)
	return out.Bytes(), err
}

// findList finds the list for a new page's entry, and the slug of a service's category.
func findList(tree ast.Node, page NewPage, key string) (list *ast.SequenceNode, category string, err error) {
	list = load.Child[*ast.SequenceNode](tree, key)
	if page.Kind != KindService {
		return block(list, "", key)
	}
	if list == nil {
		return nil, "", fmt.Errorf("there is no list %s", key)
	}
	var slugs []string
	for _, node := range list.Values {
		slug := entrySlug(node)
		if slug == page.Category || page.Category == "" {
			return block(load.Child[*ast.SequenceNode](node, "services"), slug, "services")
		}
		slugs = append(slugs, slug)
	}
	return nil, "", fmt.Errorf("there is no category %q; wanted one of %s", page.Category, strings.Join(slugs, ", "))
}

// block returns a list if each entry is on its own line, so that another can be appended.
func block(list *ast.SequenceNode, category, key string) (*ast.SequenceNode, string, error) {
	if list == nil || list.IsFlowStyle || len(list.Values) == 0 {
		return nil, "", fmt.Errorf("%s is not a list with an entry behind each dash", key)
	}
	return list, category, nil
}
