package command

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
)

// TestNew adds a city, a service and an article to a folder, and reads what is printed: the file, the list that names
// it, and each placeholder with its line.
func TestNew(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	testkit.Must(t, os.CopyFS(dir, content.FS))
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"city", "Flower", "Mound"},
			"cities/flower-mound.yaml is new, and locations.yaml names it."},
		{[]string{"city", "Corinth"},
			"cities/flower-mound.yaml:5: \"description\" is still to be written; wanted in place of FILL_IN: In " +
				"search results"},
		{[]string{"service", "Piano Removal"}, "services/piano-removal.yaml:"},
		{[]string{"article", "Moving out, room by room"},
			"articles/moving-out-room-by-room.md:3: \"description\" is still to be written"},
	} {
		var out strings.Builder
		args := append([]string{"new", "--content", dir}, test.args...)
		testkit.Must(t, Run(t.Context(), args, &out, io.Discard))
		if !strings.Contains(out.String(), test.want) {
			t.Errorf("new %q prints\n%s\nwant %q", test.args, &out, test.want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "cities", "corinth.yaml")); err != nil {
		t.Error(err)
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"new", "town", "Corinth"}, "must be one of"},
		{[]string{"new", "city"}, "<name>"},
		{[]string{"new", "--content", dir, "city", "Corinth"}, "new city: cities/corinth.yaml is there already"},
		{[]string{"new", "--content", dir, "city", "--category", "residential", "Celina"},
			"--category is for a service"},
		{[]string{"new", "--content", filepath.Join(dir, "nowhere"), "city", "Celina"}, "locations.yaml: no such file"},
	} {
		if err := Run(t.Context(), test.args, io.Discard, io.Discard); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%q = %v, want %q", test.args, err, test.want)
		}
	}
}
