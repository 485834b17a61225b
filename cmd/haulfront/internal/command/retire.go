package command

import (
	"fmt"

	"haulfront/content"
)

// retireCommand is "haulfront retire PATH [TO]".
type retireCommand struct {
	Path    string `arg:"" help:"The page's path, such as /services/piano-removal."`
	To      string `arg:"" optional:"" help:"The page in its place; without it, the address is gone."`
	Content string `required:"" env:"CONTENT_DIR" type:"path" placeholder:"DIR" help:"Content folder."`
}

// Run removes the page's file, its photograph, and its entry in a list, and notes its path in redirects.yaml. It
// changes nothing if the content would be invalid then, such as while others link to the page and there is none in its
// place.
func (c *retireCommand) Run(env *environment) error {
	e, err := openPages(c.Content, c.Path)
	if err != nil {
		return fmt.Errorf("retire: %w", err)
	}
	to := content.Gone
	if c.To != "" {
		to = c.To
		e.relink(to)
	}
	for _, name := range append(e.photographs(), e.file) {
		delete(e.files, name)
	}
	e.describe("")
	e.removeEntry()
	if err := e.save(to); err != nil {
		return fmt.Errorf("retire: %w", err)
	}
	fmt.Fprintf(env.Stdout, "%s is retired, and redirects.yaml says: %s.\n", c.Path, to)
	return nil
}
