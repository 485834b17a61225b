package render

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// React compares an element's name with fifty others, and the name of each attribute with eighty, one after the other:
// in goja, 40 % of a page's time. Here an element without special cases, nine in ten, takes one call. The others are
// left to React. TestElements compares the bytes.

// plainElements are elements for which React only writes the start tag with its attributes.
var plainElements = set(`a abbr address article aside b blockquote button caption cite code dd del details div dl dt em
	fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header i label legend li main nav ol p s section select
	small span strong sub summary sup table tbody td tfoot th thead time tr u ul
	circle defs ellipse g line path polygon polyline rect svg text tspan use island-mark`)

// voidElements are elements without an end tag.
var voidElements = set("br hr source img input")

func set(names string) map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(names) {
		set[name] = true
	}
	return set
}

// start is the start of an element: its tag, and its content.
type start struct {
	out []byte
	// children is a node or nil; inner is HTML in its place.
	children goja.Value
	inner    string
	// late are the props in lateProps.
	late map[string]goja.Value
	tree *tree
}

// lateProps are the props of an element that React writes after all others in this order, or in another form.
var lateProps = map[string][]string{
	"button": {"name", "formAction", "formEncType", "formMethod", "formTarget"},
	"input": {"name", "formAction", "formEncType", "formMethod", "formTarget", "checked", "defaultChecked", "value",
		"defaultValue"},
	"option": {"selected"},
	"select": {"value", "defaultValue"}, // the selected option is marked instead
	"form":   {"action", "encType", "method", "target"},
}

// appendStart appends an element's start tag to out. It returns false for an element that is left to React.
func (t *tree) appendStart(out []byte, element string, props *props, at *format) (s start, ok bool) {
	isVoid := voidElements[element]
	if !isVoid && !plainElements[element] && element != "option" {
		return s, false
	}
	// React preloads an image unless it is lazy.
	if loading := props.get("loading"); element == "img" && (loading == nil || loading.String() != "lazy") {
		return s, false
	}
	s.out, s.tree = append(append(out, '<'), element...), t
	late := lateProps[element]
	for i, name := range props.names {
		value := props.values[i]
		switch {
		case value == nil || goja.IsNull(value) || goja.IsUndefined(value):
			continue
		case slices.Contains(late, name):
			if s.late == nil {
				s.late = map[string]goja.Value{}
			}
			s.late[name] = value
			continue
		case name == "children":
			s.children = value
			continue
		case name == "dangerouslySetInnerHTML":
			s.inner, ok = innerHTML(value)
		case name == "style":
			s.out, ok = t.appendStyle(s.out, value)
		case name == "href" && element == "a" && isEmpty(value):
			s.out, ok = append(s.out, ` href=""`...), true // other elements drop it
		default:
			s.out, ok = t.appendAttribute(s.out, name, value)
		}
		if !ok {
			return s, false
		}
	}
	switch element {
	case "option":
		ok = s.appendSelected(props, at.context(t))
	case "form", "button":
		ok = s.appendNamed(element)
	case "input":
		ok = s.appendInput()
	default:
		ok = true
	}
	if isVoid {
		s.out = append(s.out, '/')
	}
	s.out = append(s.out, '>')
	hasNodes := s.children != nil || props.items != nil
	return s, ok && (!hasNodes || s.inner == "") && (!isVoid || !hasNodes && s.inner == "")
}

func isEmpty(value goja.Value) bool {
	text, ok := value.(goja.String)
	return ok && text.Length() == 0
}

// innerHTML returns the HTML of a dangerouslySetInnerHTML, unless it is empty.
func innerHTML(value goja.Value) (html string, ok bool) {
	object, ok := value.(*goja.Object)
	if !ok {
		return "", false
	}
	text, ok := object.Get("__html").(goja.String)
	if !ok {
		return "", false
	}
	return text.String(), text.Length() > 0
}

// appendNamed appends the late props of an element as attributes. A function as action is left to React.
func (s *start) appendNamed(element string) (ok bool) {
	for _, name := range lateProps[element] {
		value := s.late[name]
		if value == nil {
			continue
		}
		if attributes[name].kind == address && typeOf(value) == "function" {
			return false
		}
		if s.out, ok = s.tree.appendAttribute(s.out, name, value); !ok {
			return false
		}
	}
	return true
}

// appendInput appends the late props of an input.
func (s *start) appendInput() (ok bool) {
	if s.late == nil {
		return true
	}
	if !s.appendNamed("button") {
		return false
	}
	if checked := cmp.Or(s.late["checked"], s.late["defaultChecked"]); checked != nil {
		s.out = appendBoolean(s.out, "checked", checked)
	}
	if value := cmp.Or(s.late["value"], s.late["defaultValue"]); value != nil {
		s.out, ok = s.tree.appendAttribute(s.out, "value", value)
		return ok
	}
	return true
}

// appendSelected marks an option if its <select> has selected it.
func (s *start) appendSelected(props *props, context goja.Value) (ok bool) {
	selected := context.(*goja.Object).Get("selectedValue")
	if selected == nil || goja.IsNull(selected) || goja.IsUndefined(selected) {
		if own := s.late["selected"]; own != nil && own.ToBoolean() {
			s.out = append(s.out, ` selected=""`...)
		}
		return true
	}
	value := props.get("value")
	if value == nil || goja.IsNull(value) || goja.IsUndefined(value) {
		value = s.children
	}
	selectedText, ok := textOf(selected)
	text, known := "", true
	if value != nil {
		text, known = textOf(value)
	}
	if ok && known && text == selectedText {
		s.out = append(s.out, ` selected=""`...)
	}
	return ok && known
}
