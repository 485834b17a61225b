package site

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
	"time"

	"haulfront/cmd/haulfront/internal/seo"
	"haulfront/content"
)

// Digests are hashes of what each page says, by path: its title, its description, and everything in its main part. Forms
// are left out, because all pages share them, and so is everything that comes from the build, the settings or the year.
// They are made from the pages' props, so that no page has to be rendered for them.
func (s *Site) Digests() map[string]string {
	digests := map[string]string{}
	for _, route := range s.cfg.Content.Routes() {
		digests[route.Path] = digest(s.cfg.Content, route)
	}
	return digests
}

func digest(words *content.Site, route content.Route) string {
	props := words.PageProps(content.BuildInfo{}, route)
	// Menus and footer, which every page has, are most of its props.
	stripped := reflect.New(reflect.TypeOf(props)).Elem()
	stripped.Set(reflect.ValueOf(props))
	layout := stripped.FieldByName("Layout")
	meta := layout.Interface().(content.Layout).Meta
	layout.SetZero()
	data, err := json.Marshal(stripped.Interface())
	if err != nil {
		panic("site: props do not encode: " + err.Error())
	}
	var tree any
	if err := json.Unmarshal(data, &tree); err != nil {
		panic("site: props do not decode: " + err.Error())
	}
	if data, err = json.Marshal(withoutForms(tree)); err != nil {
		panic("site: props do not encode: " + err.Error())
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%s %q %q %s", route.Kind, meta.Title, meta.Description, data)
	// Sixteen digits tell any two versions of a page apart.
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

// withoutForms removes every quote form from decoded JSON.
func withoutForms(value any) any {
	switch v := value.(type) {
	case map[string]any:
		delete(v, "form")
		for _, child := range v {
			withoutForms(child)
		}
	case []any:
		for _, child := range v {
			withoutForms(child)
		}
	}
	return value
}

// LastMod is since when each page says what it says, for the sitemap. A page that says what it said when that was noted, or
// before the content changed, has the day of then; any other has the day on which the content was changed.
func (s *Site) LastMod() seo.LastMod { return s.lastMod() }

// Noted is since when pages said what they said when that was last noted.
func (s *Site) Noted() seo.LastMod { return s.cfg.LastMod }

// dated returns LastMod for the first content, or for one that follows that of another site. The function that it returns
// keeps the former site in memory until it is called.
func (s *Site) dated(former *Site) func() seo.LastMod {
	return sync.OnceValue(func() seo.LastMod {
		if s.cfg.Modified.IsZero() {
			return s.cfg.LastMod // what the program carries is noted when it is built
		}
		known := seo.LastMod{}
		digests := s.Digests()
		for _, days := range []seo.LastMod{former.days(), s.cfg.LastMod} {
			for path, revision := range days {
				if revision.Digest == digests[path] {
					known[path] = revision
				}
			}
		}
		return known.Update(digests, s.cfg.Modified.In(s.zone).Format(time.DateOnly))
	})
}

// days is LastMod, and nothing for no site.
func (s *Site) days() seo.LastMod {
	if s == nil {
		return nil
	}
	return s.lastMod()
}
