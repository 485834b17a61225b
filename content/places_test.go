package content

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content/company"
)

// TestRegion compares what copy calls the area: as business.yaml says, or else by the first town.
func TestRegion(t *testing.T) {
	for want, s := range map[string]*Site{
		"Dallas–Fort Worth, DFW, Texas, Dallas": site(t), "Dallas, Dallas, local, Dallas": sample(t),
	} {
		texts := s.References().Texts
		got := strings.Join([]string{texts["region"], texts["short_region"], texts["state"], texts["town"]}, ", ")
		if got != want {
			t.Errorf("the area is called %s, want %s", got, want)
		}
	}
}

// TestWordsFitAnyCompany serves the words that are not of one city to a company that works elsewhere: only reviews, and
// the articles, name places.
func TestWordsFitAnyCompany(t *testing.T) {
	if err := company.BorrowedPlaces(FS, FS); err != nil {
		t.Errorf("the content has places that are not its own:\n%v", err)
	}
	files := owner(t)
	reviewed := regexp.MustCompile(`(?m)^ +place: .*$`)
	for _, file := range copyFiles(t) {
		if strings.HasPrefix(file, "cities/") || strings.HasPrefix(file, "articles/") || file == "locations.yaml" {
			continue
		}
		data, err := fs.ReadFile(FS, file)
		if err != nil {
			t.Fatal(err)
		}
		text, _, _ := strings.Cut(string(data), "\narticles:")
		files[file] = &fstest.MapFile{Data: []byte(reviewed.ReplaceAllString(text, ""))}
	}
	if err := company.BorrowedPlaces(FS, files); err != nil {
		t.Error(err)
	}
}
