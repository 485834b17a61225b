package render

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/dop251/goja/ast"
)

// noFold are classes that take regexp2 a fifth of a second with the flag i, and equal ones that do not.
var noFold = map[string]string{`\D`: `[^\d]`, `\S`: `[^\s]`, `\W`: `[^\w]`, ".": `[^\n\r\u2028\u2029]`}

// enginePattern returns the pattern that goja gets for one of JavaScript. goja gives patterns to Go's regexp unless
// they have a lookahead, which it gives to regexp2: only that has the case folding, line ends and captures of browsers.
// The lookahead at the end always succeeds; its second half, if any, is the source in hexadecimal digits.
func enginePattern(pattern, flags string) string {
	var out, source strings.Builder
	class, tags := "", map[string]int{}
	for i, size := 0, 0; i < len(pattern); i += size {
		size = 1
		if pattern[i] == '\\' {
			size = min(2, len(pattern)-i)
		}
		part := pattern[i : i+size]
		if part == "/" && class == "" {
			part = `\/`
		}
		source.WriteString(part)
		switch {
		case class != "" && part == "]":
			part, class = apart(class+part, flags, tags), ""
		case class != "" || part == "[":
			class += part
			continue
		case noFold[part] != "" && strings.Contains(flags, "i") && !(part == "." && strings.Contains(flags, "s")):
			part = noFold[part]
		}
		out.WriteString(part)
	}
	own := out.String() + class
	if hasSurrogates(pattern, flags) {
		own = "(?<=|0)(?:" + own + ")" // regexp2 skips to where a text may match, and misses surrogates
	}
	if own == pattern && !strings.ContainsAny(pattern, "/\n\r\u2028\u2029") { // goja has other escapes
		return pattern + "(?=)"
	}
	return fmt.Sprintf("%s(?=|%x)", own, escapedEnds.Replace(source.String()))
}

var escapedEnds = strings.NewReplacer("\n", `\n`, "\r", `\r`, "\u2028", `\u2028`, "\u2029", `\u2029`)

// sourceOf returns the source of a pattern that enginePattern has returned.
func sourceOf(pattern string) string {
	if own, ok := strings.CutSuffix(pattern, "(?=)"); ok {
		return cmp.Or(own, "(?:)")
	}
	last := pattern[strings.LastIndex(pattern, "|")+1:]
	source, err := hex.DecodeString(strings.TrimSuffix(last, ")"))
	if err != nil || len(source) == 0 {
		return pattern // of a polyfill
	}
	return string(source)
}

var surrogate = regexp.MustCompile(`(?i)\\u\{?d[89a-f]`)

// hasSurrogates reports whether a pattern names single surrogates.
func hasSurrogates(pattern, flags string) bool {
	wide := func(r rune) bool { return r > 0xffff && !strings.Contains(flags, "u") }
	return surrogate.MatchString(pattern) || strings.ContainsFunc(pattern, wide)
}

// apart returns a class that is like another one. regexp2 takes classes for the same if they differ in surrogates only,
// so that each of them gets other characters besides, which it does not match: noncharacters.
func apart(class, flags string, tags map[string]int) string {
	if !hasSurrogates(class, flags) {
		return class
	}
	if _, known := tags[class]; !known {
		tags[class] = len(tags)
	}
	low, width := 0xfdd0, tags[class]
	for ; low+width > 0xfdef; low++ {
		width -= 0xfdef - low + 1
	}
	tag := fmt.Sprintf(`\u%x-\u%x`, low, low+width)
	own := strings.TrimSuffix(class, "]") + tag + "]"
	if strings.HasPrefix(class, "[^") {
		return fmt.Sprintf("(?:%s|[%s])", own, tag)
	}
	return fmt.Sprintf("(?:(?![%s])%s)", tag, own)
}

// repair changes a syntax tree where goja differs from browsers.
type repair struct {
	// inFunction: arguments has a meaning. inArrow: it is that of a function around an arrow function.
	inFunction, inArrow bool
	react               map[string]bool // the variables of React's modules, see reactImport
}

// visit changes patterns to those of enginePattern, and in an arrow function arguments to (arguments, arguments): goja
// takes the first mention for another variable, unless the function around it has one before, and later ones are right.
func (r repair) visit(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if name, ok := v.Interface().(*ast.Identifier); ok && r.inArrow && name.Name == "arguments" {
			v.Set(reflect.ValueOf(&ast.SequenceExpression{Sequence: []ast.Expression{name, name}}))
			return
		}
		r.visit(v.Elem())
	case reflect.Pointer:
		switch node := v.Interface().(type) {
		case *ast.RegExpLiteral:
			node.Pattern = enginePattern(node.Pattern, node.Flags)
			return
		case *ast.CallExpression:
			if node != nil {
				r.fold(node)
				r.hook(node)
			}
		case *ast.LexicalDeclaration:
			node.List = r.states(node.List)
		case *ast.VariableStatement:
			node.List = r.states(node.List)
		case *ast.FunctionLiteral:
			r = repair{inFunction: true, react: r.react}
		case *ast.ArrowFunctionLiteral:
			r.inArrow = r.inFunction
		case *ast.AssignExpression:
			if _, ok := node.Left.(*ast.Identifier); ok {
				r.visit(reflect.ValueOf(&node.Right).Elem())
				return
			}
		}
		r.visit(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			r.visit(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Field(i)
			switch field.Kind() {
			case reflect.Interface, reflect.Pointer, reflect.Slice, reflect.Struct:
				// The list repeats declarations of the body.
				if name := v.Type().Field(i).Name; name != "DeclarationList" && name != "File" {
					r.visit(field)
				}
			}
		}
	}
}
