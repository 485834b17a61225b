package content

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"time"

	"haulfront/content/company"
	"haulfront/content/load"

	"github.com/goccy/go-yaml/ast"
)

//go:embed templates
var templates embed.FS

// NewPage describes a page for [Scaffold].
type NewPage struct {
	Kind     Kind      // one of NewKinds
	Name     string    // as pages show it: "Fort Worth"; the slug is made from it
	Category string    // the slug of a service's category; the default is the first one
	Day      time.Time // the date of an article
	State    string    // of a city, "TX", for its place on the map
}

// nameForm is a valid name: YAML needs no quotation marks for it.
var nameForm = regexp.MustCompile(`^\p{L}[^"\n:#{}\[\]]*$`)

// slugOf makes a slug from a name: "Hurst / Euless" is "hurst-euless".
func slugOf(name string) string {
	name = strings.NewReplacer("’", "", "'", "", "&", " and ").Replace(strings.ToLower(name))
	return strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(name, "-"), "-")
}

// A listing locates the entries of a kind's pages, and has a new entry, if [Scaffold] makes pages of the kind from
// content/templates. The zero value is that of kinds without entries.
type listing struct{ file, key, entry string }

// Services are listed in their categories.
var (
	cityList = listing{"locations.yaml", "cities",
		"- { slug: SLUG, name: NAME, lat: LAT, lon: LON, anchor: start }\n"}
	categoryList = listing{"services.yaml", "categories", ""}
	servicesList = listing{"services.yaml", "categories",
		"- slug: SLUG\n  name: NAME\n  rate: Priced on site # or prices: [keys of prices.yaml, the cheapest first]\n" +
			"  about: Say what the price is for\n"}
	articleList = listing{"blog.yaml", "articles",
		"- id: SLUG\n  slug: SLUG\n  title: NAME\n  excerpt: Say what readers learn.\n" +
			"  teaser: { date: \"DAY\" }\n  article: { date: \"DAY\", minutes: 5 }\n"}
)

// NewKinds are the kinds of pages that [Scaffold] makes.
func NewKinds() (names []string) {
	for _, row := range kinds {
		if row.list.entry != "" {
			names = append(names, string(row.kind))
		}
	}
	return names
}

// Scaffold makes the files of a new page for the content in fsys, by path: the page's own, and the list with its
// entry. The page is a [Draft].
func Scaffold(fsys fs.FS, page NewPage) (map[string][]byte, error) {
	list := page.Kind.row().list
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
	data := []byte(list.key + ": []\n") // of a company whose folder has no such pages yet
	_, noCompany := fs.Stat(fsys, "business.yaml")
	if _, err := fs.Stat(fsys, list.file); err == nil || noCompany != nil {
		if data, err = load.ReadFile(fsys, list.file); err != nil {
			return nil, err
		}
	}
	tree, problem := load.ParseYAML(list.file, string(data))
	if problem != nil {
		return nil, problem
	}
	parent, key, err := findList(tree, page, list.key)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", list.file, err)
	}
	latitude, longitude, known := company.LookUpTown(page.Name, page.State)
	if page.Kind == KindCity && !known {
		return nil, fmt.Errorf("there is no post office %q in %q: add the town to %s by hand, with its lat and lon",
			page.Name, page.State, list.file)
	}
	text, err := fs.ReadFile(templates, "templates/"+string(page.Kind)+path.Ext(file))
	if err != nil {
		return nil, err
	}
	fill := strings.NewReplacer("SLUG", slug, "NAME", page.Name, "DAY", page.Day.Format(time.DateOnly),
		"LAT", fmt.Sprintf("%.4f", latitude), "LON", fmt.Sprintf("%.4f", longitude))
	changed, err := load.AppendEntry(data, parent, key, fill.Replace(list.entry))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", list.file, err)
	}
	return map[string][]byte{file: []byte(fill.Replace(string(text))), list.file: changed}, nil
}

// findList finds the mapping with the list for a new page's entry, and the list's key.
func findList(tree ast.Node, page NewPage, key string) (*ast.MappingNode, string, error) {
	root, _ := tree.(*ast.MappingNode)
	if page.Kind != KindService {
		return root, key, nil
	}
	var slugs []string
	if list := load.Child[*ast.SequenceNode](tree, key); list != nil {
		for _, node := range list.Values {
			slug := load.Slug(node)
			if category, ok := node.(*ast.MappingNode); ok && (slug == page.Category || page.Category == "") {
				return category, "services", nil
			}
			slugs = append(slugs, slug)
		}
	}
	return nil, "", fmt.Errorf("there is no category %q; wanted one of %s", page.Category, strings.Join(slugs, ", "))
}
