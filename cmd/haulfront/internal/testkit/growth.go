package testkit

import (
	"fmt"
	"io/fs"
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// Growth is how many pages of each kind a site has.
type Growth struct {
	Cities, Categories int
	// Services are those of the first category; the others have one each.
	Services int
	Articles int
}

// Grow returns the content of files with other numbers of pages. What it adds are copies under new names, of which none names a
// scene. Links to pages that are gone lead to the lists of all.
func Grow(t testing.TB, files fs.FS, g Growth) fstest.MapFS {
	t.Helper()
	grown, err := grow(files, g)
	if err != nil {
		t.Fatal(err)
	}
	return grown
}

// townNames are those of the first cities: short ones, long ones, and some of two towns.
var townNames = []string{
	"Denton", "North Richland Hills", "Ash", "Farmers Branch / Carrollton", "Grand Prairie", "Mesquite", "The Colony", "Little Elm",
	"Flower Mound", "Rockwall", "Keller", "Haltom City", "Euless", "Wylie", "Rowlett", "Cedar Hill", "DeSoto", "Lancaster", "Duncanville",
	"Balch Springs", "Sachse", "Murphy", "Addison", "Trophy Club", "Westlake", "Argyle", "Celina", "Anna", "Forney / Heath", "White Settlement",
}

var (
	mapCenter   = regexp.MustCompile(`center: \[([\d.-]+), ([\d.-]+)\]`)
	pageLink    = regexp.MustCompile(`/(services|locations|blog)/([a-z0-9-]+)`)
	keyLine     = func(key string) *regexp.Regexp { return regexp.MustCompile(`(?m)^(\s*)` + key + `: .*$`) }
	notInSlug   = regexp.MustCompile(`[^a-z0-9]+`)
	reviewLine  = regexp.MustCompile(`(?m)^\s*reviews?: \S.*\n`) // names services
	sceneLine   = regexp.MustCompile(`(?m)^\s*scene: .*\n`)
	articleHead = regexp.MustCompile(`(?s)articles:\n.*`)
)

func grow(files fs.FS, g Growth) (fstest.MapFS, error) {
	grown := fstest.MapFS{}
	models := map[string]string{} // the first page of each folder
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if ext := path.Ext(name); err != nil || entry.IsDir() || (ext != ".yaml" && ext != ".md") {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if folder := path.Dir(name); folder == "." || folder == "legal" {
			grown[name] = &fstest.MapFile{Data: reviewLine.ReplaceAll(data, nil)}
		} else if models[folder] == "" {
			models[folder] = string(data)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	b := &grower{files: grown, models: models, paths: map[string]bool{}}
	if err := b.cities(g.Cities); err != nil {
		return nil, err
	}
	b.services(g)
	b.articles(g.Articles)
	b.mendLinks()
	return grown, nil
}

// A grower adds pages to files.
type grower struct {
	files  fstest.MapFS
	models map[string]string
	paths  map[string]bool
}

// add adds the page of a file that is a copy of its folder's model, and returns its slug.
func (b *grower) add(folder, extension, site, name string) (slug string) {
	slug = strings.Trim(notInSlug.ReplaceAllString(strings.ToLower(name), "-"), "-")
	text := sceneLine.ReplaceAllString(b.models[folder], "")
	titled := 0
	text = keyLine("title").ReplaceAllStringFunc(text, func(line string) string {
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		if titled++; titled > 2 {
			return line // of a section
		}
		return fmt.Sprintf("%stitle: %q", indent, name)
	})
	text = replaceFirst(keyLine("description"), text,
		fmt.Sprintf("${1}description: %q", name+": what we take, what it costs, and how soon we come. Call us or send the form."))
	b.files[folder+"/"+slug+extension] = &fstest.MapFile{Data: []byte(text)}
	b.paths[site+slug] = true
	return slug
}

func replaceFirst(pattern *regexp.Regexp, text, with string) string {
	at := pattern.FindStringSubmatchIndex(text)
	if at == nil {
		return text
	}
	return text[:at[0]] + string(pattern.ExpandString(nil, with, text, at)) + text[at[1]:]
}

// cities lies the cities on a spiral around the center of the map, inside of twenty miles.
func (b *grower) cities(n int) error {
	center := mapCenter.FindSubmatch(b.files["map.yaml"].Data)
	if center == nil {
		return fmt.Errorf("map.yaml has no center")
	}
	lat, errLat := strconv.ParseFloat(string(center[1]), 64)
	lon, errLon := strconv.ParseFloat(string(center[2]), 64)
	if errLat != nil || errLon != nil {
		return fmt.Errorf("the center of map.yaml is %s", center[0])
	}
	var list strings.Builder
	list.WriteString("cities:\n")
	anchors := []string{"start", "end", "middle"}
	for i := range n {
		name := fmt.Sprintf("Town %d", i+1)
		if i < len(townNames) {
			name = townNames[i]
		}
		slug := b.add("cities", ".yaml", "/locations/", name)
		far, angle := 0.3*math.Sqrt(float64(i+1)/float64(n)), 2.4*float64(i)
		fmt.Fprintf(&list, "  - { slug: %s, name: %q, lat: %.4f, lon: %.4f, anchor: %s }\n",
			slug, name, lat+far*math.Sin(angle), lon+far*math.Cos(angle), anchors[i%len(anchors)])
	}
	b.files["locations.yaml"] = &fstest.MapFile{Data: []byte(list.String())}
	return nil
}

func (b *grower) services(g Growth) {
	var list strings.Builder
	list.WriteString("categories:\n")
	for i := range g.Categories {
		name := []string{"Homes", "Property Cleanouts", "Offices & Stores", "Construction & Demolition", "Specialty"}[i%5]
		if i >= 5 {
			name = fmt.Sprintf("%s %d", name, i/5+1)
		}
		fmt.Fprintf(&list, "  - slug: %s\n    name: %q\n    blurb: %q\n    services:\n",
			b.add("categories", ".yaml", "/services/", name), name, "Whatever has to go, from wherever it sits, at one price.")
		services := 1
		if i == 0 {
			services = g.Services
		}
		for j := range services {
			service := fmt.Sprintf("%s Removal %d", []string{"Piano", "Carpet & Padding", "Trampoline and Playset", "Rug", "Exercise Equipment"}[j%5], 100*i+j)
			fmt.Fprintf(&list, "      - { slug: %s, name: %q, prices: [junk_removal], about: %q }\n",
				b.add("services", ".yaml", "/services/", service), service, "One of them, or as many as you have")
		}
	}
	b.files["services.yaml"] = &fstest.MapFile{Data: []byte(list.String())}
}

func (b *grower) articles(n int) {
	var list strings.Builder
	list.WriteString("articles:\n")
	for i := range n {
		name := fmt.Sprintf("What Junk Removal Costs, Part %d", i+1)
		slug := b.add("articles", ".md", "/blog/", name)
		fmt.Fprintf(&list, "  - id: part-%d\n    slug: %s\n    title: %q\n    excerpt: %q\n    teaser: { date: \"2025-10-05\" }\n    article: { date: \"2025-03-15\", minutes: 5 }\n",
			i+1, slug, name, "Here’s what changes the price, and how to read a quote before you say yes.")
	}
	blog := b.files["blog.yaml"]
	blog.Data = []byte(articleHead.ReplaceAllLiteralString(string(blog.Data), list.String()))
}

// mendLinks leads links to pages that are gone to the lists of all pages of their kind.
func (b *grower) mendLinks() {
	for name, file := range b.files {
		if name == "lastmod.yaml" {
			continue
		}
		file.Data = pageLink.ReplaceAllFunc(file.Data, func(link []byte) []byte {
			if b.paths[string(link)] {
				return link
			}
			return link[:strings.LastIndexByte(string(link), '/')]
		})
	}
}
