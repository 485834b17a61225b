package command

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/site"
)

// exportCommand is "haulfront export DIR".
type exportCommand struct {
	config.Flags
	Dir      string `arg:"" type:"path" help:"Folder to write to: a new or an empty one."`
	FormsURL string `name:"forms-url" help:"/quote of a running haulfront; without it, pages have no forms."`
}

// Run writes the site as files for any web server at BASE_URL. Forms post to a haulfront that runs elsewhere with the
// same BASE_URL, or are left out.
func (c *exportCommand) Run(ctx context.Context, env *environment) error {
	// Files of an older export would stay online.
	if err := wantEmpty(c.Dir); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	forms, err := c.formsURL()
	if err != nil {
		return err
	}
	set, err := c.Settings()
	if err != nil {
		return err
	}
	progress := env.showProgress("building the site")
	defer progress.end()
	s, err := openOffline(ctx, set, env, &site.Export{Forms: forms})
	if err != nil {
		return err
	}
	n, err := writeFiles(ctx, c.Dir, s.Files(), progress)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	note := "the phone number took the place of the forms, and sentences about them are left out. So are photographs " +
		"and estimates that visitors send, and the pages of their requests; to keep them all, give --forms-url the " +
		"address of a running haulfront"
	if forms != nil {
		note = fmt.Sprintf("the forms post to %s, which must run with the same BASE_URL: %s", forms, s.BaseURL())
	}
	_, err = fmt.Fprintf(env.Stdout, "%d files in %s\n%s\n", n, c.Dir, note)
	return err
}

// formsURL returns the URL that forms post to, nil for none.
func (c *exportCommand) formsURL() (*url.URL, error) {
	if c.FormsURL == "" {
		return nil, nil
	}
	u, err := url.Parse(c.FormsURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" ||
		u.Fragment != "" || !strings.HasSuffix(u.Path, "/quote") {
		return nil, fmt.Errorf("--forms-url is %q; want the address of a running haulfront's /quote, such as "+
			"https://forms.example.com/quote", c.FormsURL)
	}
	return u, nil
}

// writeFiles renders the files, writes them below dir, and returns their number. It leaves out drawings that no page,
// document or props name.
func writeFiles(ctx context.Context, dir string, files iter.Seq2[string, func(context.Context) ([]byte, error)],
	progress *progress) (n int, err error) {
	var texts bytes.Buffer
	for _, drawings := range []bool{false, true} {
		for path, body := range files {
			if strings.HasPrefix(path, site.ScenesPath) != drawings ||
				drawings && !bytes.Contains(texts.Bytes(), []byte(path)) {
				continue
			}
			progress.say("writing file %d", n+1)
			data, err := body(ctx)
			if err != nil {
				return n, fmt.Errorf("make %s: %w", path, err)
			}
			if err := writeFile(dir, path, data); err != nil {
				return n, err
			}
			if slices.Contains([]string{".html", ".json", ".xml"}, filepath.Ext(path)) {
				texts.Write(data)
			}
			n++
		}
	}
	return n, nil
}
