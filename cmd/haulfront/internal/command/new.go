package command

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"haulfront/cmd/haulfront/internal/server/sources"
	"haulfront/content"
	"haulfront/content/scaffold"
)

// newCommand is "haulfront new KIND NAME".
type newCommand struct {
	Kind     string   `arg:"" enum:"${new}" help:"What to add: ${enum}."`
	Name     []string `arg:"" help:"Its name as people read it, such as Fort Worth; for an article, its title."`
	Category string   `placeholder:"SLUG" help:"The category of a service; the first one without it."`
	Content  string   `env:"CONTENT_DIR" type:"path" placeholder:"DIR" help:"Content folder; default: the checkout's."`
}

// Run writes the files of the page, as a draft.
func (c *newCommand) Run(env *environment) error {
	dir := c.Content
	if dir == "" {
		checkout, err := sources.FindCheckout()
		if err != nil {
			return err
		}
		dir = filepath.Join(checkout, "content")
	}
	if c.Category != "" && c.Kind != string(content.KindService) {
		return fmt.Errorf("--category is for a service; a %s has none", c.Kind)
	}
	folder := sources.Visible(os.DirFS(dir))
	files, err := scaffold.Page{
		Kind: content.Kind(c.Kind), Name: strings.Join(c.Name, " "), Category: c.Category, Day: env.Now(),
	}.Files(folder)
	if err != nil {
		return fmt.Errorf("new %s: %w", c.Kind, err)
	}
	// The page's own file comes first: content that is read meanwhile may not have an entry without a file.
	names := slices.SortedFunc(maps.Keys(files), func(a, b string) int {
		return strings.Count(b, "/") - strings.Count(a, "/")
	})
	if err := writeAll(dir, files, names); err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "Added %s. Write it, then remove its line \"draft: true\".\n", strings.Join(names, " to "))
	s, err := content.Options{Drafts: true}.Load(folder) // with the prices of the new page's town
	if err != nil {
		fmt.Fprintln(env.Stdout, err)
	} else if c.Kind == string(content.KindCity) {
		writeDrives(env.Stdout, s)
	}
	return nil
}
