package content

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// placeholderMark stands in the files that [Scaffold] makes where only a person knows what to write.
const placeholderMark = "FILL_IN"

var placeholder = regexp.MustCompile(`\b` + placeholderMark + `\b`)

// placeholderLine is a line of YAML with a placeholder: the key, if there is one, and the comment that says what is wanted.
var placeholderLine = regexp.MustCompile(`^\s*(?:- )?(?:(\w+): )?[^#]*\b` + placeholderMark + `\b[^#]*(?:# (.*))?$`)

// reportPlaceholders reports every placeholder that is left in the files.
func (d *decoder) reportPlaceholders() error {
	return fs.WalkDir(d.fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		ext := path.Ext(name)
		if err != nil || entry.IsDir() && name == "templates" {
			return fs.SkipDir // a folder that cannot be read has its diagnostics later
		}
		if entry.IsDir() || (ext != ".yaml" && ext != ".md") || name == "README.md" {
			return nil
		}
		data, err := fs.ReadFile(d.fsys, name)
		if err != nil {
			return nil // it has its diagnostic later
		}
		text := string(data)
		if !strings.Contains(text, placeholderMark) {
			return nil // matching each line would be a seventh of what loading costs
		}
		n := 0
		for line := range strings.Lines(text) {
			n++
			d.reportPlaceholder(position{name, n}, strings.TrimRight(line, "\r\n"), ext == ".md")
		}
		return nil
	})
}

func (d *decoder) reportPlaceholder(at position, line string, markdown bool) {
	if !placeholder.MatchString(line) || !markdown && strings.HasPrefix(strings.TrimSpace(line), "#") {
		return
	}
	match := placeholderLine.FindStringSubmatch(line)
	switch {
	case match == nil || match[2] == "":
		d.diagnostics.add(at, fmt.Sprintf("%q is still to be written", strings.TrimSpace(line)), "wanted your own text in place of "+placeholderMark)
	case match[1] == "":
		d.diagnostics.add(at, "an item is still to be written", "wanted in place of "+placeholderMark+": "+match[2])
	default:
		d.diagnostics.add(at, fmt.Sprintf("%q is still to be written", match[1]), "wanted in place of "+placeholderMark+": "+match[2])
	}
}
