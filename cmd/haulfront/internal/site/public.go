package site

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
)

// The bounds of the files that a company adds to its site: they are kept in memory, compressed.
const (
	maxPublicFiles = 200
	maxPublicBytes = 5 << 20 // of each
)

// reserved matches paths of the program's own, which are no files.
var reserved = regexp.MustCompile(`^/(?:assets|office|photos|quote|pageview|session|q)(?:/|$)`)

// addPublic adds the company's files, such as those that prove to others whose site this is, at the paths that they
// have in its folder. None takes the place of a page or a file of the program.
func (s *Site) addPublic() error {
	if s.cfg.Public == nil {
		return nil
	}
	taken := map[string]bool{}
	for _, route := range s.cfg.Content.Routes() {
		taken[route.Path] = true
	}
	var problems []error
	refuse := func(name, wrong, wanted string) {
		problems = append(problems, fmt.Errorf("public/%s: %s; wanted %s", name, wrong, wanted))
	}
	files := 0
	err := fs.WalkDir(s.cfg.Public, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := fs.Stat(s.cfg.Public, name)
		switch path := "/" + name; {
		case err != nil:
			return err
		case taken[path] || s.files[path] != nil || reserved.MatchString(path):
			refuse(name, "the program has "+path, "another name")
		case info.Size() > maxPublicBytes:
			refuse(name, fmt.Sprintf("the file has %d bytes", info.Size()), fmt.Sprintf("at most %d", maxPublicBytes))
		default:
			files++
			public := s.cfg.Public
			s.add(path, &resource{onDemand: true, make: func(context.Context) ([]byte, error) {
				return fs.ReadFile(public, name)
			}})
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if files > maxPublicFiles {
		refuse("", fmt.Sprintf("there are %d files", files), fmt.Sprintf("at most %d", maxPublicFiles))
	}
	return errors.Join(append(problems, err)...)
}
