package site

import (
	"slices"
	"strings"
)

// inlineTokens writes the values of design tokens in place of their names into the two stylesheets of a page, which are
// minified, and drops the definitions: 0.8 KB of each compressed page. Tokens with a second value, such as those that
// depend on the screen's width, stay.
func inlineTokens(first, late string) (string, string) {
	for {
		parts, roots := splitRoots(first)
		// others counts definitions outside of roots, and uses with a fallback.
		values, others := map[string]string{}, map[string]int{}
		for _, name := range strings.Split(first+late, "--") {
			if end := strings.IndexAny(name, ":,)"); end >= 0 && name[end] != ')' {
				others["--"+name[:end]]++
			}
		}
		for _, i := range roots {
			for declaration := range strings.SplitSeq(parts[i], ";") {
				if name, value, _ := strings.Cut(declaration, ":"); strings.HasPrefix(name, "--") {
					values[name] = strings.TrimSpace(value) // the last one wins
					others[name]--
				}
			}
		}
		var uses []string // each with its value
		for name, value := range values {
			if others[name] > 0 || strings.Contains(value, "var(") {
				delete(values, name) // it may be constant once the values of others are in its own
				continue
			}
			uses = append(uses, "var("+name+")", value)
		}
		if len(uses) == 0 {
			return first, late
		}
		for _, i := range roots {
			parts[i] = strings.Join(slices.DeleteFunc(strings.Split(parts[i], ";"), func(declaration string) bool {
				name, _, _ := strings.Cut(declaration, ":")
				_, constant := values[name]
				return constant
			}), ";")
		}
		replacer := strings.NewReplacer(uses...)
		first, late = replacer.Replace(strings.Join(parts, "")), replacer.Replace(late)
	}
}

// splitRoots cuts CSS around the declarations of :root outside of conditions: the parts at the indexes roots.
func splitRoots(css string) (parts []string, roots []int) {
	depth, cut := 0, 0
	for i := range len(css) {
		switch css[i] {
		case '{':
			if depth++; depth == 1 && strings.HasSuffix(css[:i], ":root") {
				roots = append(roots, len(parts)+1)
				parts, cut = append(parts, css[cut:i+1]), i+1
			}
		case '}':
			if depth--; depth == 0 && len(roots) > 0 && roots[len(roots)-1] == len(parts) {
				parts, cut = append(parts, css[cut:i]), i
			}
		}
	}
	return append(parts, css[cut:]), roots
}
