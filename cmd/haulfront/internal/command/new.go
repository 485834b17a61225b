package command

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"haulfront/cmd/haulfront/internal/sources"
	"haulfront/content"
)

// newCommand is "haulfront new city|service|article NAME".
type newCommand struct {
	Kind     string   `arg:"" enum:"city,service,article" help:"What to add: city, service or article."`
	Name     []string `arg:"" help:"Its name as people read it, such as Fort Worth; for an article, its title."`
	Category string   `placeholder:"SLUG" help:"The category of a service; the first one without it."`
	Content  string   `env:"CONTENT_DIR" type:"path" placeholder:"DIR" help:"Content folder; default: the checkout's."`
}

// Run writes the files of the page, with a placeholder for everything that only a person knows, and prints what is to
// be written. Until then the page is a draft.
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
	files, err := content.Scaffold(sources.Visible(os.DirFS(dir)), content.NewPage{
		Kind: content.Kind(c.Kind), Name: strings.Join(c.Name, " "), Category: c.Category, Day: env.Now(),
	})
	if err != nil {
		return fmt.Errorf("new %s: %w", c.Kind, err)
	}
	// The page's own file comes first: content that is read meanwhile may not have an entry without a file.
	names := slices.SortedFunc(maps.Keys(files), func(a, b string) int {
		return strings.Count(b, "/") - strings.Count(a, "/")
	})
	for _, name := range names {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, files[name], 0o644); err != nil {
			return err
		}
	}
	fmt.Fprintf(env.Stdout, "Added %s to %s. \"haulfront check\" lists what is left to write:\n", names[0], names[1])
	words, err := content.Load(sources.Visible(os.DirFS(dir)))
	if err != nil {
		fmt.Fprintln(env.Stdout, err)
		return nil
	}
	writeNotes(env.Stdout, words)
	return nil
}
