package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// sayForm is the beginning of what a template says in the place of the owner's own text.
var sayForm = regexp.MustCompile(`\b(?:Say|Name a) [^".,;:{}\]]+`)

// draftForm is the line of a draft.
var draftForm = regexp.MustCompile(`(?m)^draft: true`)

// Unwritten reports the lines of pages in fsys, drafts left out, that still say what Page.Files wrote to be replaced.
func Unwritten(fsys fs.FS) error {
	var problems []error
	for kind, entry := range entries {
		list, ext := kind.Row().List, path.Ext(kind.File(""))
		template, err := fs.ReadFile(templates, "templates/"+string(kind)+ext)
		if err != nil {
			return err
		}
		says := says(entry + "\n" + string(template))
		files, err := fs.Glob(fsys, kind.File("*"))
		if err != nil {
			return err
		}
		drafts := false
		for _, file := range append(files, list.File) { // the list has the drafts' entries, too
			text, err := fs.ReadFile(fsys, file)
			if draftForm.Match(text) {
				drafts = true
			} else if err == nil && (file != list.File || !drafts) {
				problems = append(problems, unwrittenIn(file, string(text), says)...)
			}
		}
	}
	return errors.Join(problems...)
}

// says lists what a template says in the place of texts, without comments.
func says(template string) (list []string) {
	for line := range strings.Lines(template) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			for _, found := range sayForm.FindAllString(strings.TrimSpace(line), -1) {
				said, _, _ := strings.Cut(found, "NAME")
				list = append(list, said)
			}
		}
	}
	return list
}

func unwrittenIn(file, text string, says []string) (problems []error) {
	number := 0
	for line := range strings.Lines(text) {
		number++
		for _, said := range says {
			if strings.Contains(line, said) && !strings.HasPrefix(strings.TrimSpace(line), "#") {
				problems = append(problems, fmt.Errorf("%s:%d: still says %q; wanted your own text, or the line "+
					"\"draft: true\"", file, number, said))
				break
			}
		}
	}
	return problems
}
