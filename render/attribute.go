package render

import (
	"cmp"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/dop251/goja"
)

// kind is a kind of props that React writes in the same way.
type kind int

const (
	ordinary   kind = iota // strings and numbers; booleans only in data- and aria- attributes
	ignored                // nothing
	boolean                // an attribute without a value, if the prop is truthy
	overloaded             // as boolean if the prop is true, else its value
	enumerated             // a value, with booleans as words
	count                  // numbers of at least 1
	number                 // numbers
	resource               // URLs that are not empty and run no script
	address                // URLs that run no script
	styled                 // an object of declarations, see appendStyle
)

// kinds are the cases of React's pushAttribute, which TestAttributeTables reads.
var kinds = map[kind]map[string]bool{
	ignored: set("defaultChecked defaultValue innerHTML ref suppressContentEditableWarning suppressHydrationWarning"),
	boolean: set(`allowFullScreen async autoFocus autoPlay controls credentialless default defer disabled
		disablePictureInPicture disableRemotePlayback formNoValidate hidden inert itemScope loop multiple muted noModule
		noValidate open playsInline readOnly required reversed scoped seamless`),
	overloaded: set("capture download"),
	enumerated: set(`autoReverse contentEditable draggable externalResourcesRequired focusable preserveAlpha spellCheck
		value`),
	count:    set("cols rows size span"),
	number:   set("rowSpan start"),
	resource: set("href src"),
	address:  set("action formAction xlinkHref"),
	styled:   set("style"),
}

// attribute is what React makes of a prop.
type attribute struct {
	kind kind
	name string // if it differs from the prop's
}

// attributes are the props with a kind or a name of their own, without React's aliases.
var attributes = attributeTable(map[string]attribute{
	"className": {name: "class"}, "tabIndex": {name: "tabindex"}, "autoFocus": {name: "autofocus"},
	"xlinkHref":    {name: "xlink:href"},
	"xlinkActuate": {name: "xlink:actuate"}, "xlinkArcrole": {name: "xlink:arcrole"}, "xlinkRole": {name: "xlink:role"},
	"xlinkShow": {name: "xlink:show"}, "xlinkTitle": {name: "xlink:title"}, "xlinkType": {name: "xlink:type"},
	"xmlBase": {name: "xml:base"}, "xmlLang": {name: "xml:lang"}, "xmlSpace": {name: "xml:space"},
})

// attributeTable adds kinds to a table of names.
func attributeTable(table map[string]attribute) map[string]attribute {
	for kind, names := range kinds {
		for prop := range names {
			table[prop] = attribute{kind, table[prop].name}
		}
	}
	return table
}

// appendAttribute appends React's attribute for a prop. It returns false for a prop that is left to React.
func (t *tree) appendAttribute(tag []byte, prop string, value goja.Value) (_ []byte, ok bool) {
	a := t.attributes[prop]
	name, typed := cmp.Or(a.name, prop), typeOf(value)
	switch {
	case a.kind == ordinary && !isSafe(name):
		return tag, false
	case a.kind == ignored || typed == "function" || typed == "symbol" || isHandler(prop):
		return tag, true
	case a.kind == boolean || a.kind == overloaded && typed == "boolean":
		return appendBoolean(tag, name, value), true
	case typed == "object":
		return tag, false
	case typed == "boolean" && a.kind != enumerated && a.kind != count && a.kind != number && !isDataOrARIA(name):
		return tag, true
	}
	text := value.String()
	switch a.kind {
	case count, number:
		if typed == "bigint" {
			return tag, false // React fails
		}
		n := value.ToNumber().ToFloat()
		if math.IsNaN(n) || a.kind == count && n < 1 {
			return tag, true
		}
	case resource, address:
		if text == "" && a.kind == resource {
			return tag, true
		}
		if typed == "string" && !isPlainAddress(text) {
			return tag, false
		}
	}
	tag = append(append(tag, ' '), name...)
	tag = appendEscaped(append(tag, `="`...), text)
	return append(tag, '"'), true
}

// appendStyle is React's pushStyleAttribute. It returns false for a style that is left to React.
func (t *tree) appendStyle(tag []byte, style goja.Value) (_ []byte, ok bool) {
	declarations, ok := style.(*goja.Object)
	if !ok || typeOf(style) == "function" {
		return tag, false
	}
	separator := ` style="`
	for _, name := range declarations.Keys() {
		value := declarations.Get(name)
		if value == nil || goja.IsNull(value) || goja.IsUndefined(value) {
			continue
		}
		text, ok := textOf(value)
		typed := typeOf(value)
		if typed == "boolean" || ok && text == "" {
			continue
		}
		if !ok || typed == "bigint" || strings.ContainsFunc(name+text, isBeyondASCII) {
			return tag, false
		}
		if typed == "number" && text != "0" && !t.unitless[name] && !strings.HasPrefix(name, "--") {
			text += "px"
		}
		tag = append(appendEscaped(append(tag, separator...), styleName(name)), ':')
		tag = appendEscaped(tag, strings.TrimSpace(text))
		separator = ";"
	}
	if separator == ";" {
		tag = append(tag, '"')
	}
	return tag, true
}

func isBeyondASCII(c rune) bool { return c > unicode.MaxASCII }

var capital = regexp.MustCompile("[A-Z]")

// styleName returns the name of a property in CSS.
func styleName(name string) string {
	if strings.HasPrefix(name, "--") {
		return name
	}
	name = strings.ToLower(capital.ReplaceAllString(name, "-$0"))
	if strings.HasPrefix(name, "ms-") {
		return "-" + name
	}
	return name
}

// appendBoolean appends an attribute without a value if a prop is truthy.
func appendBoolean(tag []byte, name string, value goja.Value) []byte {
	if typed := typeOf(value); typed == "function" || typed == "symbol" || !value.ToBoolean() {
		return tag
	}
	return append(append(append(tag, ' '), name...), `=""`...)
}

// typeOf is JavaScript's typeof for values other than null and undefined.
func typeOf(value goja.Value) string {
	switch value := value.(type) {
	case goja.String:
		return "string"
	case *goja.Symbol:
		return "symbol"
	case *goja.Object: // Export would copy it, and AssertFunction makes a function
		if value.ClassName() == "Function" {
			return "function"
		}
		if _, ok := goja.AssertFunction(value); ok {
			return "function"
		}
		return "object"
	}
	switch value.Export().(type) {
	case bool:
		return "boolean"
	case *big.Int:
		return "bigint"
	}
	return "number"
}

// textOf returns the text of a primitive. Symbols have none.
func textOf(value goja.Value) (text string, ok bool) {
	switch typeOf(value) {
	case "object", "function", "symbol":
		return "", false
	}
	return value.String(), true
}

// isPlainAddress reports whether a URL certainly runs no script, for which React would replace it.
func isPlainAddress(address string) bool {
	starts := []string{"/", "#", "https:", "tel:", "sms:", "mailto:"}
	return slices.ContainsFunc(starts, func(start string) bool { return strings.HasPrefix(address, start) })
}

// isHandler reports whether a prop is an event handler, which is for the browser only.
func isHandler(prop string) bool { return len(prop) > 2 && strings.EqualFold(prop[:2], "on") }

// isSafe reports whether a name is certainly one of an attribute in XML, as React requires.
func isSafe(name string) bool {
	for i := range len(name) {
		c := name[i]
		isLetter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == ':'
		if !isLetter && (i == 0 || c != '-' && c != '.' && (c < '0' || c > '9')) {
			return false
		}
	}
	return name != ""
}

// isDataOrARIA reports whether React writes a boolean as a word in an attribute.
func isDataOrARIA(name string) bool {
	return len(name) >= 5 && (strings.EqualFold(name[:5], "data-") || strings.EqualFold(name[:5], "aria-"))
}
