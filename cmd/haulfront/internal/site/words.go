package site

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"time"

	"haulfront/cmd/haulfront/internal/site/seo"
	"haulfront/content"
)

// Digests are hashes of the pages' words, by path: title, description, and everything in the main part. They leave out
// forms, because all pages share them, and everything that depends on the build, the settings or the year. They are
// made from the pages' props: no page is rendered for them.
func (s *Site) Digests() map[string]string {
	digests := map[string]string{}
	for _, route := range s.cfg.Content.Routes() {
		digests[route.Path] = digest(s.cfg.Content, route)
	}
	return digests
}

func digest(words *content.Site, route content.Route) string {
	props := words.PageProps(content.BuildInfo{}, route)
	// The layout, which every page has, is most of its props.
	stripped := reflect.New(reflect.TypeOf(props)).Elem()
	stripped.Set(reflect.ValueOf(props))
	layout := stripped.FieldByName("Layout")
	meta := layout.Interface().(content.Layout).Meta
	layout.SetZero()
	var tree map[string]any
	data, err := json.Marshal(stripped.Interface())
	if err == nil {
		err = json.Unmarshal(data, &tree)
	}
	if err != nil {
		panic("site: props are not JSON: " + err.Error())
	}
	delete(tree, "layout") // its fields, too, are the program's
	removeForms(tree)
	data, _ = json.Marshal(tree) // decoded JSON can be encoded again
	sum := sha256.New()
	fmt.Fprintf(sum, "%s %q %q %s", route.Kind, meta.Title, meta.Description, data)
	// Sixteen digits distinguish any two versions of a page.
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

// removeForms removes every quote form from decoded JSON.
func removeForms(value any) {
	switch v := value.(type) {
	case map[string]any:
		delete(v, "form")
		for _, child := range v {
			removeForms(child)
		}
	case []any:
		for _, child := range v {
			removeForms(child)
		}
	}
}

// LastMod is the day of each page's last change, for the sitemap. A page with the same digest as noted, or as before
// the content changed, keeps its day; any other has the day on which the content changed.
func (s *Site) LastMod() seo.LastMod { return s.lastMod() }

// dated returns LastMod for the content after that of former, which may be nil. The returned function keeps the former
// site in memory until its first call.
func (s *Site) dated(former *Site) func() seo.LastMod {
	return sync.OnceValue(func() seo.LastMod {
		if s.cfg.Modified.IsZero() {
			return s.cfg.LastMod // embedded content is noted when it is built
		}
		unchanged := seo.LastMod{}
		digests := s.Digests()
		noted := []seo.LastMod{s.cfg.LastMod}
		if former != nil {
			noted = []seo.LastMod{former.lastMod(), s.cfg.LastMod}
		}
		for _, days := range noted {
			for path, revision := range days {
				if revision.Digest == digests[path] {
					unchanged[path] = revision
				}
			}
		}
		return unchanged.Update(digests, s.cfg.Modified.In(s.cfg.Content.Location()).Format(time.DateOnly))
	})
}

// checkNames reports page components that the server bundle lacks, and scenes and icons that content names and that do
// not exist.
func (s *Site) checkNames(ctx context.Context) error {
	pages, err := s.names(ctx, "pages")
	if err != nil {
		return err
	}
	for _, name := range append(content.Components(), officeComponents()...) {
		if !slices.Contains(pages, name) {
			return fmt.Errorf("no module of components/pages or components/office exports %s", name)
		}
	}
	icons, err := s.names(ctx, "icons")
	if err != nil {
		return err
	}
	var scenes []string
	for _, scene := range s.cfg.Scenes.Scenes() {
		scenes = append(scenes, scene.Name)
	}
	if err := s.cfg.Content.CheckNames(scenes, icons); err != nil {
		return fmt.Errorf("content:\n%w", err)
	}
	return nil
}

// names returns a list of names that components/site.tsx exports.
func (s *Site) names(ctx context.Context, value string) (names []string, err error) {
	list, err := s.cfg.Engine.Value(ctx, value)
	if err == nil {
		err = json.Unmarshal(list, &names)
	}
	if err != nil {
		return nil, fmt.Errorf("list the %s: %w", value, err)
	}
	return names, nil
}

// officeComponents lists the components of the office's pages, and of the customers'.
func officeComponents() []string {
	return []string{"OfficeSignIn", "OfficeInbox", "OfficeRequest", "OfficeRemoval", "OfficeRetry", "OfficeWeek",
		"OfficeNew", "OfficeDay", "OfficeSite", "CustomerPage"}
}
