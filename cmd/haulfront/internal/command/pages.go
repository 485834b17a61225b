package command

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing/fstest"

	"haulfront/cmd/haulfront/internal/server/sources"
	"haulfront/cmd/haulfront/internal/site/seo"
	"haulfront/content"
)

const redirectsFile = "redirects.yaml"

// pageEdit is a change of one page of a content folder. Its files are changed in memory and saved if they are valid.
type pageEdit struct {
	dir  string
	site *content.Site
	// files are those of the folder but for public, former as they were.
	files, former fstest.MapFS
	route         content.Route
	file          string // of the page; the program may have it instead of the folder
}

// openPages reads the content folder for a change of the page at a path, which every site may lack.
func openPages(dir, from string) (*pageEdit, error) {
	e := &pageEdit{dir: dir, files: fstest.MapFS{}, former: fstest.MapFS{}}
	folder := sources.Visible(os.DirFS(dir))
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if strings.HasPrefix(name, "public/") {
			return nil
		}
		data, err := fs.ReadFile(folder, name)
		e.files[name], e.former[name] = &fstest.MapFile{Data: data}, &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		return nil, err
	}
	if e.site, err = content.Load(e.files); err != nil {
		return nil, err
	}
	i := e.find(from)
	if i < 0 {
		return nil, fmt.Errorf("the site has no page %s", from)
	}
	if e.route = e.site.Routes()[i]; e.route.Kind == content.KindLegal || e.route.Slug == "" ||
		e.route.Kind == content.KindBlogPage {
		return nil, fmt.Errorf("%s is a page that every site has", from)
	}
	e.file = e.route.Kind.File(e.route.Slug)
	return e, nil
}

// find returns the index of the page at a path, -1 without one.
func (e *pageEdit) find(at string) int {
	return slices.IndexFunc(e.site.Routes(), func(r content.Route) bool { return r.Path == at })
}

// photographs returns the files of the page's photograph.
func (e *pageEdit) photographs() (names []string) {
	for name := range e.files {
		if name == "photos/"+e.route.Slug+path.Ext(name) {
			names = append(names, name)
		}
	}
	return names
}

// describe puts a name before the description of the page's photograph; "" removes it.
func (e *pageEdit) describe(name string) {
	file := e.files["photos/photos.yaml"]
	if file == nil {
		return
	}
	entry := regexp.MustCompile(`(?m)^(["']?)` + regexp.QuoteMeta(e.route.Slug) + `(["']?:.*\n?(?:[ \t]+.*\n?)*)`)
	described := "${1}" + name + "${2}"
	if name == "" {
		described = ""
	}
	file.Data = entry.ReplaceAll(file.Data, []byte(described))
}

func (e *pageEdit) move(from, to string) {
	e.files[to] = e.files[from]
	delete(e.files, from)
}

// relink makes the folder's links to the page lead elsewhere, also its redirects.
func (e *pageEdit) relink(to string) {
	link := regexp.MustCompile(regexp.QuoteMeta(e.route.Path) + `([^\w/-]|$)`)
	for name, file := range e.files {
		if ext := path.Ext(name); ext == ".md" || ext == ".yaml" && name != seo.LastModFile {
			file.Data = replaceLinks(link, file.Data, to)
		}
	}
}

// replaceLinks replaces matches that do not continue a longer path.
func replaceLinks(link *regexp.Regexp, data []byte, to string) []byte {
	var out bytes.Buffer
	done := 0
	for _, at := range link.FindAllSubmatchIndex(data, -1) {
		if before := at[0]; before > 0 && regexp.MustCompile(`[\w/-]`).Match(data[before-1:before]) {
			continue
		}
		out.Write(data[done:at[0]])
		out.WriteString(to)
		done = at[2]
	}
	out.Write(data[done:])
	return out.Bytes()
}

// removeEntry removes the page's entry in its list, whose first line names the slug: up to the next line that is not
// indented more.
func (e *pageEdit) removeEntry() {
	file := e.files[e.route.Kind.Row().List.File]
	if file == nil {
		return
	}
	slug := regexp.QuoteMeta(e.route.Slug)
	first := regexp.MustCompile(`^ *- +(?:\{ *)?(?:(?:slug|id): *)?` + slug + ` *(?:[,}#].*)?$`)
	var kept []string
	indent, above := -1, -1 // the indent of the entry that is being removed, and the line above it in kept
	for _, line := range strings.Split(string(file.Data), "\n") {
		text := strings.TrimLeft(line, " ")
		if indent >= 0 && (text == "" || len(line)-len(text) > indent) {
			continue
		}
		if indent = -1; first.MatchString(line) {
			indent, above = len(line)-len(text), len(kept)-1
			continue
		}
		if key := above; key == len(kept)-1 && key >= 0 && !strings.HasPrefix(text, "- ") {
			if begun := strings.TrimRight(kept[key], " "); strings.HasSuffix(begun, ":") {
				kept[key] = begun + " []" // it was the only entry
			}
		}
		kept = append(kept, line)
	}
	file.Data = []byte(strings.TrimRight(strings.Join(kept, "\n"), "\n") + "\n")
}

// save writes the page's line into redirects.yaml, and the changed files to the folder if they are valid.
func (e *pageEdit) save(to string) error {
	text := "redirects: {}\n"
	if file := e.files[redirectsFile]; file != nil {
		text = string(file.Data)
	}
	back := regexp.MustCompile(`(?m)^ *["']?` + regexp.QuoteMeta(to) + `/?["']?:.*\n`)
	text = back.ReplaceAllString(text, "") // the page is there again
	indent := "  "
	first := regexp.MustCompile(`(?m)^redirects:.*\n(?:\s*(?:#.*)?\n)*( +)[^\s#]`).FindStringSubmatch(text)
	if first != nil {
		indent = first[1]
	}
	line := indent + e.route.Path + ": " + to
	text = regexp.MustCompile(`(?m)^redirects: *(\{ *\} *)?(#.*)?$`).ReplaceAllString(text, "redirects:\n"+line)
	if !strings.Contains(text, line) {
		return fmt.Errorf("write this line into %s, below redirects: %s", redirectsFile, strings.TrimSpace(line))
	}
	e.files[redirectsFile] = &fstest.MapFile{Data: []byte(text)}
	if _, err := content.Load(e.files); err != nil {
		return fmt.Errorf("nothing is changed, because then\n%w", err)
	}
	var errs []error
	for name, file := range e.files {
		if before := e.former[name]; before == nil || !bytes.Equal(before.Data, file.Data) {
			errs = append(errs, writeFile(e.dir, name, file.Data))
		}
	}
	for name := range e.former {
		if e.files[name] == nil {
			errs = append(errs, os.Remove(filepath.Join(e.dir, filepath.FromSlash(name))))
		}
	}
	return errors.Join(errs...)
}
