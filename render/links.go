package render

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

// links are what a module takes from others and what it offers them. esbuild knows only where it bundles, so that they are read from
// what it prints for a module by itself.
type links struct {
	// exports are the names that the module exports, nil where they are not known, as those of "export *".
	exports []string
	// uses are the names of what it imports, by the module's id.
	uses map[string][]string
	// components are the names at the top of the module that may be components.
	components []string
}

var (
	exportBlock  = regexp.MustCompile(`(?m)^__export\((\w+), \{\n((?:  .*\n)*)\}\);\nmodule\.exports = __toCommonJS\(`)
	exportName   = regexp.MustCompile(`(?m)^  "?([^":]+)"?: \(\) => `)
	importedFrom = regexp.MustCompile(`(?m)^var (import_\w+) = (?:__toESM\()?require\("` + idPrefix + `([^"]+)"`)
	importUse    = regexp.MustCompile(`\b(import_\w+)\.(\w+)`)
	topName      = regexp.MustCompile(`(?m)^(?:async )?(?:function|var|let|const|class) ([A-Z]\w*)`)
)

// linksOf reads the code of a module as esbuild prints it.
func linksOf(code string) links {
	l := links{uses: map[string][]string{}}
	own := code
	if m := exportBlock.FindStringSubmatchIndex(code); m != nil {
		if !strings.Contains(code, "\n__reExport("+code[m[2]:m[3]]) {
			for _, name := range exportName.FindAllStringSubmatch(code[m[4]:m[5]], -1) {
				l.exports = append(l.exports, name[1])
			}
		}
		own = code[m[1]:] // what is exported from elsewhere may be a type, of which esbuild does not know
	}
	modules := map[string]string{}
	for _, m := range importedFrom.FindAllStringSubmatch(own, -1) {
		modules[m[1]] = m[2]
	}
	for _, m := range importUse.FindAllStringSubmatch(own, -1) {
		if id := modules[m[1]]; id != "" && !slices.Contains(l.uses[id], m[2]) {
			l.uses[id] = append(l.uses[id], m[2])
		}
	}
	for _, m := range topName.FindAllStringSubmatch(own, -1) {
		l.components = append(l.components, m[1])
	}
	return l
}

// checkImports returns the error that esbuild has where it bundles: a name is imported that the module does not export.
func (m *modules) checkImports(cfg Config, importers []*module) error {
	var messages []Message
	for _, importer := range importers {
		for _, id := range slices.Sorted(maps.Keys(importer.uses)) {
			imported := m.known[id]
			if imported == nil || imported.exports == nil {
				continue
			}
			for _, name := range importer.uses[id] {
				if !slices.Contains(imported.exports, name) {
					messages = append(messages, importMessage(cfg, importer.id, id, name))
				}
			}
		}
	}
	if messages == nil {
		return nil
	}
	return &BuildError{Target: m.target, Messages: messages}
}

// importMessage says where a module imports a name that is not there: the first place with the name is the statement.
func importMessage(cfg Config, importer, id, name string) Message {
	message := Message{Text: fmt.Sprintf("No matching export in %q for import %q", id, name), File: importer}
	source, err := os.ReadFile(fileOf(cfg, importer))
	if err != nil {
		return message // it is the engine's own
	}
	at := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).FindIndex(source)
	if at == nil {
		return message
	}
	before := string(source[:at[0]])
	start := strings.LastIndexByte(before, '\n') + 1
	line, _, _ := strings.Cut(string(source[start:]), "\n")
	message.Line, message.Column, message.Source = 1+strings.Count(before, "\n"), 1+at[0]-start, line
	return message
}
