package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// factFiles are the files that keep facts under the keys by which copy refers to them, and the word before the key.
var factFiles = []struct{ file, section, word string }{
	{"prices.yaml", "prices", "price"},
	{"prices.yaml", "market", "market"},
	{"facts.yaml", "facts", "fact"},
	{"facts.yaml", "lists", "list"},
}

// reference is how copy refers to a fact; a capital begins a sentence.
var reference = regexp.MustCompile(`\{([A-Za-z]\w*\.\w+)\}`)

// unusedFacts names the facts of the content that no page uses: they are forgotten, or their pages are.
func unusedFacts(files fs.FS) error {
	used, err := usedFacts(files)
	if err != nil {
		return err
	}
	var problems []error
	for _, kept := range factFiles {
		var sections map[string]any
		if err := readYAML(files, kept.file, &sections); err != nil {
			return err
		}
		keys, _ := sections[kept.section].(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			if name := kept.word + "." + key; !used[name] {
				problems = append(problems, fmt.Errorf("%s: %s.%s is used nowhere; wanted {%s} in some text, or no such fact", kept.file, kept.section, key, name))
			}
		}
	}
	return errors.Join(problems...)
}

// usedFacts are the facts that copy refers to, and the prices that the list of services names.
func usedFacts(files fs.FS) (map[string]bool, error) {
	used := map[string]bool{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if ext := path.Ext(name); err != nil || entry.IsDir() || (ext != ".yaml" && ext != ".md") {
			return err
		}
		text, err := fs.ReadFile(files, name)
		for _, match := range reference.FindAllSubmatch(text, -1) {
			key := string(match[1])
			// A list is one fact, whether a sentence joins it with "and" or with "or".
			used[strings.Replace(strings.ToLower(key[:1])+key[1:], "any.", "list.", 1)] = true
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	var list struct {
		Categories []struct {
			Services []struct {
				Prices []string `yaml:"prices"`
			} `yaml:"services"`
		} `yaml:"categories"`
	}
	if err := readYAML(files, "services.yaml", &list); err != nil {
		return nil, err
	}
	for _, category := range list.Categories {
		for _, service := range category.Services {
			for _, key := range service.Prices {
				used["price."+key] = true
			}
		}
	}
	return used, nil
}

func readYAML(files fs.FS, name string, into any) error {
	data, err := fs.ReadFile(files, name)
	if err == nil {
		err = yaml.Unmarshal(data, into)
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	return nil
}
