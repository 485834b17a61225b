package content

import (
	"cmp"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"haulfront/content/company"
	"haulfront/content/load"
)

// fileKeys lists the keys that a type takes from a file, those inside of others too: all, or those that may be missing.
func fileKeys(t reflect.Type, all bool, seen map[reflect.Type]bool) (keys []string) {
	for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map}, t.Kind()) {
		t = t.Elem()
	}
	texts := []reflect.Type{reflect.TypeFor[company.PriceKey](), reflect.TypeFor[company.PriceText]()}
	if t.Kind() != reflect.Struct || seen[t] || slices.Contains(texts, t) {
		return nil
	}
	seen[t] = true
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(cmp.Or(f.Tag.Get("file"), f.Tag.Get("yaml"), f.Tag.Get("json")), ",")
		if !f.IsExported() || name == "-" {
			continue
		}
		if name == "" && strings.ToUpper(f.Name) == f.Name {
			name = strings.ToLower(f.Name)
		}
		if !f.Anonymous && (all || options == "omitempty") {
			keys = append(keys, cmp.Or(name, load.Uncapitalize(f.Name)))
		}
		keys = append(keys, fileKeys(f.Type, all, seen)...)
	}
	return keys
}

// The manual names every key that a file of facts or of lists takes, and those that pages may lack: the program's own
// files have the others to copy, and all words. Each is in a section about the file.
func TestManual(t *testing.T) {
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := regexp.MustCompile(`(?m)^#{2,3} `).Split(string(data), -1)
	facts := map[string]any{"business.yaml": company.Business{}, "prices.yaml": company.PriceList{},
		"facts.yaml": company.FactList{}, "locations.yaml": company.ServiceArea{}, "map.yaml": company.Geography{},
		"services.yaml": serviceList{}, "redirects.yaml": redirectSource{}}
	program := map[string]string{}
	pages := map[string]any{"services/": servicePage{}, "categories/": categoryPage{}, "cities/": cityPage{},
		"articles/": articlePage{}.Front, "pages/": textPage{}.Front, "home.yaml": homeSource{},
		"get-quote.yaml": quotePage{}, "all-services.yaml": servicesPage{}, "all-locations.yaml": locationsPage{},
		"estimate.yaml": estimatePage{}, "about.yaml": aboutPage{}, "price-list.yaml": pricesPage{}}
	s := &Site{}
	for _, src := range s.words()[1:] {
		pages[src.file] = reflect.ValueOf(src.into).Elem().Interface()
		text, err := FS.ReadFile(src.file)
		if program[src.file] = string(text); err != nil {
			t.Error(err)
		}
	}
	for _, files := range []map[string]any{facts, pages} {
		for file, value := range files {
			own := ""
			for _, section := range sections {
				if strings.Contains(section, "`"+file) {
					own += section
				}
			}
			_, isFacts := facts[file]
			var missing []string
			for _, key := range fileKeys(reflect.TypeOf(value), isFacts, map[reflect.Type]bool{}) {
				if !regexp.MustCompile("`" + key + "\\b|\\b" + key + ":").MatchString(own + program[file]) {
					missing = append(missing, key)
				}
			}
			if len(missing) > 0 {
				t.Errorf("README.md has no section about %s that names the keys %q", file, missing)
			}
		}
	}
}
