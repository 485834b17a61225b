package command

import (
	"fmt"
	"path"
	"regexp"
)

// renameCommand is "haulfront rename FROM TO".
type renameCommand struct {
	From    string `arg:"" help:"The page's path, such as /services/piano-removal."`
	To      string `arg:"" help:"Its new path, such as /services/piano-moving."`
	Content string `required:"" env:"CONTENT_DIR" type:"path" placeholder:"DIR" help:"Content folder."`
}

// Run renames the page's file, its entry in a list, its photograph, and links to it, and notes the former path in
// redirects.yaml. It changes nothing if the content would be invalid then.
func (c *renameCommand) Run(env *environment) error {
	e, err := openPages(c.Content, c.From)
	if err != nil {
		return fmt.Errorf("rename: %w", err)
	}
	folder, slug := path.Split(c.To)
	switch {
	case e.files[e.file] == nil:
		return fmt.Errorf("rename: %s is the program's page, and keeps its path", c.From)
	case folder != path.Dir(c.From)+"/" && folder != path.Dir(c.From):
		return fmt.Errorf("rename: %s is no path of the same kind; want one such as %s", c.To,
			path.Join(path.Dir(c.From), slug))
	case e.find(c.To) >= 0 || e.files[e.route.Kind.File(slug)] != nil:
		return fmt.Errorf("rename: the site has a page %s", c.To)
	}
	for _, name := range append(e.photographs(), e.file) {
		e.move(name, path.Join(path.Dir(name), slug+path.Ext(name)))
	}
	e.describe(slug)
	entry := regexp.MustCompile(`(?m)(\b(?:slug|id): *|^ *- +)` + regexp.QuoteMeta(e.route.Slug) + `( *(?:[,}#]|$))`)
	if list := e.route.Kind.Row().List.File; e.files[list] != nil {
		e.files[list].Data = entry.ReplaceAll(e.files[list].Data, []byte("${1}"+slug+"${2}"))
	}
	e.relink(c.To)
	if err := e.save(c.To); err != nil {
		return fmt.Errorf("rename: %w", err)
	}
	fmt.Fprintf(env.Stdout, "%s is now %s, and redirects.yaml leads there.\n", c.From, c.To)
	return nil
}
