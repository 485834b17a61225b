package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
)

// The drive to a town stays when that gets a page, and the ZIP codes beyond that get it are named; Creswell, on the way
// there, has none.
func TestDriveOfNewCity(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "own")
	var out strings.Builder
	testkit.Must(t, Run(t.Context(), []string{"init", dir, "--name", "Lane County Clear-Out", "--phone", "541-485-0117",
		"--email", "hello@lane.example", "--state", "OR", "--town", "Eugene", "--town", "Cottage Grove",
		"--service", "junk-removal", "--service", "furniture-removal", "--service", "storage-unit-cleanouts",
		"--service", "same-day-junk-removal", "--url", "https://lane.example", "--radius", "35"}, &out, &out))
	for file, change := range map[string][2]string{
		"prices.yaml":    {"prices:\n", "prices:\n  grove_drive: { low: 35, extra: The drive to Cottage Grove }\n"},
		"locations.yaml": {"lon: -123.0600, anchor: start }", "lon: -123.0600, anchor: end, drive: grove_drive }"},
	} {
		data, err := os.ReadFile(filepath.Join(dir, file))
		testkit.Must(t, err)
		text := strings.Replace(string(data), change[0], change[1], 1)
		testkit.Must(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600))
	}
	out.Reset()
	testkit.Must(t, Run(t.Context(), []string{"new", "city", "Cottage Grove", "--content", dir}, &out, &out))
	const note = "note: customers in 97428 (Curtin), 97472 (Saginaw) pay the drive to Cottage Grove, $35, too: "
	if !strings.Contains(out.String(), note) {
		t.Errorf("new city says %q, want %q", out.String(), note)
	}
	page := filepath.Join(dir, "cities", "cottage-grove.yaml")
	data, err := os.ReadFile(page)
	testkit.Must(t, err)
	testkit.Must(t, os.WriteFile(page, []byte(strings.Replace(string(data), "draft: true", "#", 1)), 0o600))
	s, err := content.Load(os.DirFS(dir))
	testkit.Must(t, err)
	list := filepath.Join(dir, "locations.yaml")
	data, err = os.ReadFile(list)
	testkit.Must(t, err)
	testkit.Must(t, os.WriteFile(list, []byte(strings.Replace(string(data), ", drive: grove_drive", "", 1)), 0o600))
	if err := Run(t.Context(), []string{"check", "--content", dir}, &out, &out); err == nil || !strings.Contains(
		err.Error(), "Cottage Grove has drive: grove_drive under also, and \"\" in line 3 under cities") {
		t.Errorf("check without the drive in the page's line: %v", err)
	}
	testkit.Must(t, os.WriteFile(list, data, 0o600))
	testkit.Must(t, os.WriteFile(page, []byte("hero: { title: Junk in Cottage Grove, lead: \"{Sentence.reply}\", "+
		"facts: [\"{Sentence.soon}\", \"{Hours}\"] }\ncontact: { title: Ask, lead: We answer. }\n"), 0o600))
	// Categories with a single service have no page, and menu, llms.txt and sitemap agree.
	testkit.Must(t, Run(t.Context(), []string{"check", "--content", dir}, &out, &out))
	for zip, want := range map[string]string{"97424": "The drive to Cottage Grove adds $35.",
		"97428": "The drive to Cottage Grove adds $35.", "97426": "", "97401": ""} {
		if got := s.Area(zip).Drive; got != want {
			t.Errorf("in %s, the drive is %q, want %q", zip, got, want)
		}
	}
}
