package render

import (
	"strings"

	"github.com/dop251/goja"
)

// React compares an element's name with fifty others, and the name of each attribute with eighty, one after the other: in
// goja, 40 % of a page's time. Here an element about which it would not think twice, nine in ten, takes one call. The others
// are left to React. TestElements compares the bytes.

// plainElements are elements for which React writes the start tag with its attributes and does nothing else.
var plainElements = set(`a abbr address article aside b blockquote button caption cite code dd del details div dl dt em
	fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header i label legend li main nav ol p s section small
	span strong sub summary sup table tbody td tfoot th thead time tr u ul
	circle defs ellipse g line path polygon polyline rect svg text tspan use`)

// plainAttributes are props that React writes by their own name if they are strings or numbers. Of a button they are few:
// its name and what has to do with the form come after the others.
var plainAttributes = set(`id role dir lang type viewBox width height d cx cy r rx ry x y x1 y1 x2 y2 points transform
	fill stroke opacity preserveAspectRatio headers scope rel target popover dateTime`)

// renamedAttributes are props that React writes by another name.
var renamedAttributes = map[string]string{
	"className": "class", "htmlFor": "for", "tabIndex": "tabindex", "strokeWidth": "stroke-width",
	"strokeLinecap": "stroke-linecap", "strokeLinejoin": "stroke-linejoin", "fillOpacity": "fill-opacity",
	"textAnchor": "text-anchor",
}

// booleanAttributes are props that React writes without a value if they are true.
var booleanAttributes = set("disabled hidden open")

func set(names string) map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(names) {
		set[name] = true
	}
	return set
}

// appendStart appends an element's start tag, and returns what is to stand inside it, nil for nothing. An element that is left
// to React is not ok.
func (t *tree) appendStart(out []byte, element string, props *goja.Object) (_ []byte, children goja.Value, ok bool) {
	if !plainElements[element] {
		return out, nil, false
	}
	out = append(append(out, '<'), element...)
	for _, name := range props.GetOwnPropertyNames() {
		value := props.Get(name)
		if value == nil || goja.IsNull(value) || goja.IsUndefined(value) {
			continue
		}
		if name == "children" {
			children = value
			continue
		}
		if out, ok = appendAttribute(out, name, value); !ok {
			return out, nil, false
		}
	}
	return append(out, '>'), children, true
}

// appendAttribute appends what React writes for a prop, unless it is left to React.
func appendAttribute(tag []byte, name string, value goja.Value) (_ []byte, ok bool) {
	if name == "ref" || len(name) > 2 && strings.EqualFold(name[:2], "on") {
		return tag, true // of the browser
	}
	text, known := textOf(value)
	_, isBoolean := value.Export().(bool)
	renamed := renamedAttributes[name]
	switch {
	case booleanAttributes[name] && isBoolean:
		if !value.ToBoolean() {
			return tag, true
		}
	case isDataOrARIA(name) && isBoolean:
		text = value.String()
	case !known:
		return tag, false
	case renamed != "":
		name = renamed
	case plainAttributes[name], isDataOrARIA(name), name == "href" && isPlainAddress(text):
	default:
		return tag, false
	}
	tag = append(append(tag, ' '), name...)
	tag = appendEscaped(append(tag, `="`...), text)
	return append(tag, '"'), true
}

// textOf returns a string as it is, and a number as JavaScript writes it.
func textOf(value goja.Value) (text string, ok bool) {
	switch value.(type) {
	case goja.String:
		return value.String(), true
	}
	switch value.Export().(type) {
	case int64, float64:
		return value.String(), true
	}
	return "", false
}

// isPlainAddress reports whether an address is none that React replaces because it would run a script.
func isPlainAddress(address string) bool {
	for _, start := range []string{"/", "#", "https:", "tel:", "sms:", "mailto:"} {
		if strings.HasPrefix(address, start) {
			return true
		}
	}
	return false
}

// isDataOrARIA reports whether an attribute is one that React writes by its own name, a boolean as a word.
func isDataOrARIA(name string) bool {
	if !strings.HasPrefix(name, "data-") && !strings.HasPrefix(name, "aria-") {
		return false
	}
	for _, c := range []byte(name) {
		if c != '-' && (c < 'a' || 'z' < c) {
			return false
		}
	}
	return true
}
