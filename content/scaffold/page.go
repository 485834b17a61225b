package scaffold

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"haulfront/content"
	"haulfront/content/company"
	"haulfront/content/load"

	"github.com/goccy/go-yaml/ast"
)

//go:embed templates
var templates embed.FS

// Page describes a new page.
type Page struct {
	Kind     content.Kind // one of Kinds
	Name     string       // as pages show it: "Fort Worth"; the slug is made from it; of a city, see findTown
	Category string       // the slug of a service's category; the default is the first one
	Day      time.Time    // the date of an article
}

// entries are the new entries in the lists of the kinds of pages that can be made; no list names articles.
var entries = map[content.Kind]string{
	content.KindCity: "- { slug: SLUG, name: NAMEKEYS, lat: LAT, lon: LON, anchor: ANCHOR }NOTE\n",
	content.KindService: "- slug: SLUG\n  name: NAME\n" +
		"  rate: Priced on site # or prices: [keys of prices.yaml, the cheapest first]\n" +
		"  about: Say what the price is for\n",
	content.KindArticle: "",
}

// Kinds are the kinds of pages that can be made.
func Kinds() (names []string) {
	for kind := range entries {
		names = append(names, string(kind))
	}
	slices.Sort(names)
	return names
}

// nameForm is a valid name: YAML needs no quotation marks for it.
var nameForm = regexp.MustCompile(`^\p{L}[^"\n:#{}\[\]]*$`)

// slugOf makes a slug from a name: "Hurst / Euless" is "hurst-euless".
func slugOf(name string) string {
	name = strings.NewReplacer("’", "", "'", "", "&", " and ").Replace(strings.ToLower(name))
	return strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(name, "-"), "-")
}

// Files makes the files of a new page for the content in fsys, by path: the page's own, and the list with its entry if
// its kind has one. The page is a [content.Draft].
func (page Page) Files(fsys fs.FS) (map[string][]byte, error) {
	if _, ok := entries[page.Kind]; !ok {
		return nil, fmt.Errorf("scaffold: no page of the kind %q can be made", page.Kind)
	}
	if _, err := load.ReadFile(fsys, "business.yaml"); err != nil {
		return nil, err // this is no folder of content
	}
	at, zone, err := page.findPlace(fsys)
	if err != nil {
		return nil, err
	}
	page.Name = cmp.Or(at.name, page.Name)
	if page.Kind == content.KindService { // as the program writes the names of its own
		words := strings.Split(page.Name, " ")
		for i, word := range words {
			if len(word) > 3 { // not "of" and "and"
				words[i] = load.Capitalize(word)
			}
		}
		page.Name = strings.Join(words, " ")
	}
	slug := slugOf(page.Name)
	if !nameForm.MatchString(page.Name) {
		const wanted = "words such as Fort Worth, without quotation marks, colons, braces or #"
		return nil, fmt.Errorf("the name is %q; wanted %s", page.Name, wanted)
	}
	file := page.Kind.File(slug)
	if _, err := fs.Stat(fsys, file); err == nil {
		return nil, fmt.Errorf("%s is there already", file)
	}
	text, err := fs.ReadFile(templates, "templates/"+string(page.Kind)+path.Ext(file))
	if err != nil {
		return nil, err
	}
	fill := strings.NewReplacer("SLUG", slug, "NAME", page.Name, "DAY", page.Day.Format(time.DateOnly),
		"LAT", fmt.Sprintf("%.4f", at.latitude), "LON", fmt.Sprintf("%.4f", at.longitude),
		"KEYS", at.keys(zone)+at.rest, "ANCHOR", cmp.Or(at.anchor, "start"), "NOTE", at.note())
	files := map[string][]byte{file: []byte(fill.Replace(string(text)))}
	if list := page.Kind.Row().List; list.File != "" {
		if files[list.File], err = page.addEntry(fsys, list, fill.Replace(entries[page.Kind])); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// addEntry returns the file of a list with another entry.
func (page Page) addEntry(fsys fs.FS, list content.Listing, entry string) ([]byte, error) {
	data, err := load.ReadFile(fsys, list.File)
	if err != nil {
		return nil, err
	}
	tree, problem := load.ParseYAML(list.File, string(data))
	if problem != nil {
		return nil, problem
	}
	parent, key, err := findList(tree, page, list.Key)
	if err == nil {
		data, err = appendEntry(data, parent, key, entry)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", list.File, err)
	}
	return data, nil
}

// findPlace finds the town of a city's page: the one of locations.yaml without a page, or as [findTown] does. zone is
// the company's time zone.
func (page Page) findPlace(fsys fs.FS) (at town, zone string, err error) {
	if page.Kind != content.KindCity {
		return at, "", nil
	}
	var area company.ServiceArea
	var business struct {
		State string
		Hours struct{ Timezone string }
	}
	_ = load.Decode(fsys, page.Kind.Row().List.File, &area) // loading has the diagnostics
	_ = load.Decode(fsys, "business.yaml", &business)
	home, _ := findState(business.State)
	zone = business.Hours.Timezone
	t, state, known, err := findTown(page.Name, home)
	if err != nil {
		return t, zone, err
	}
	for _, also := range area.Also {
		if plain(also.Name) == plain(t.name) {
			same := math.Abs(also.Latitude-t.latitude)+math.Abs(also.Longitude-t.longitude) < 0.0002 // degrees, rounded
			t.name, t.latitude, t.longitude, t.rough = also.Name, also.Latitude, also.Longitude, t.rough && same
			t.state, t.zone = cmp.Or(also.State, t.state), cmp.Or(also.Timezone, t.zone)
			t.anchor, t.rest = also.Anchor, restOf(also)
			return t, zone, nil
		}
	}
	if !known {
		err = unknownTown([]string{t.name}, state, [2]float64{})
	}
	return t, zone, err
}

// restOf are the further keys of a town's line, which that of its page takes along, since it alone counts later.
func restOf(t company.Town) (keys string) {
	if t.Short != "" {
		keys += ", short: " + strconv.Quote(t.Short)
	}
	if len(t.Towns) > 0 {
		keys += `, towns: ["` + strings.Join(t.Towns, `", "`) + `"]`
	}
	if t.Drive != "" {
		keys += ", drive: " + t.Drive
	}
	return keys
}

// findList finds the mapping with the list for a new page's entry, and the list's key.
func findList(tree ast.Node, page Page, key string) (*ast.MappingNode, string, error) {
	root, _ := tree.(*ast.MappingNode)
	if page.Kind != content.KindService {
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

// appendEntry appends an entry to the list of a mapping's key in a file of YAML, with the indentation of the others.
// The list may be empty or missing. A list on one line is an error, unless it is empty.
func appendEntry(data []byte, parent *ast.MappingNode, key, entry string) ([]byte, error) {
	lines := strings.SplitAfter(strings.TrimSuffix(string(data), "\n")+"\n", "\n")
	list := load.Child[*ast.SequenceNode](parent, key)
	var end, indent int // the line after the list, and the spaces before its dashes
	switch {
	case parent == nil:
		return nil, errors.New("the file has no keys")
	case list != nil && !list.IsFlowStyle && len(list.Values) > 0:
		indent = list.Start.Position.Column - 1
		end = list.Values[len(list.Values)-1].GetToken().Position.Line
	case parent.IsFlowStyle, list != nil && len(list.Values) > 0,
		list == nil && load.Child[ast.Node](parent, key) != nil:
		return nil, fmt.Errorf("%s is not a list with an entry behind each dash", key)
	case list != nil:
		indent, end = parent.Values[0].Key.GetToken().Position.Column+1, list.Start.Position.Line
		lines[end-1] = strings.Replace(lines[end-1], "[]", "", 1)
	default:
		return []byte(strings.Join(lines, "") + key + ":\n" + indented(entry, 2)), nil
	}
	// The list ends before the first line that is indented no more than its dashes.
	for i := end; i < len(lines); i++ {
		text := strings.TrimLeft(lines[i], " ")
		if blank := strings.TrimSpace(text) == ""; blank || strings.HasPrefix(text, "#") {
			continue
		}
		if len(lines[i])-len(text) <= indent {
			break
		}
		end = i + 1
	}
	return []byte(strings.Join(lines[:end], "") + indented(entry, indent) + strings.Join(lines[end:], "")), nil
}

// indented is a text with spaces before each line.
func indented(text string, spaces int) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString(strings.Repeat(" ", spaces) + line)
	}
	return out.String()
}
