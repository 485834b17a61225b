package content

import (
	"maps"
	"strings"
	"testing"
	"testing/fstest"
)

// The home page offers the things of the estimator that have a picture. A company without an estimator, or with too few
// such things, shows the truck at each price alone.
func TestLoadPicker(t *testing.T) {
	t.Parallel()
	picks := func(s *Site) (keys []string) {
		home := s.PageProps(BuildInfo{}, Route{Kind: KindHome, Path: "/"}).(HomePage)
		if home.Truckloads.Picker == nil {
			return nil
		}
		for _, group := range home.Truckloads.Picker.Groups {
			for _, item := range group.Items {
				keys = append(keys, item.Key)
			}
		}
		return keys
	}
	if got, want := strings.Join(picks(site(t)), " "), "sofa mattress washer tv bag box bicycle mower"; got != want {
		t.Errorf("the home page has %s, want %s", got, want)
	}
	own, few := sampleFiles(t), sampleFiles(t)
	estimate := string(own["estimate.yaml"].Data)
	own["estimate.yaml"].Data = []byte(strings.ReplaceAll(estimate, ", share: 0.08 }",
		", share: 0.08, scene: truck-xs }"))
	few["estimate.yaml"].Data = []byte(strings.ReplaceAll(estimate, ", share: 0.05 }",
		", share: 0.05, scene: truck-xs }"))
	off := maps.Clone(own)
	off["business.yaml"] = &fstest.MapFile{Data: append([]byte("off: [estimate]\n"), own["business.yaml"].Data...)}
	terms := strings.ReplaceAll(string(own["pages/terms.md"].Data), "/estimate", "/prices")
	off["pages/terms.md"] = &fstest.MapFile{Data: []byte(terms)}
	for _, test := range []struct {
		name  string
		files fstest.MapFS
		want  string
	}{
		{"of four things", own, "table dresser desk treadmill"},
		{"of two things", few, ""},
		{"without an estimator", off, ""},
	} {
		s, err := Load(test.files)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if got := strings.Join(picks(s), " "); got != test.want {
			t.Errorf("the picker %s has %q, want %q", test.name, got, test.want)
		}
	}
}
