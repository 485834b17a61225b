package render

import (
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// React compares an element's name with fifty others, and the name of each attribute with eighty, one after the other:
// in goja, 40 % of a page's time. Here Go writes nine elements in ten, with the attributes that React has written for
// such props before. TestElements compares the bytes.

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
}

var buttonProps = []string{"name", "formAction", "formEncType", "formMethod", "formTarget"}

// lateProps are the props of an element that React writes after all others in this order, or in another form.
var lateProps = map[string][]string{
	"button": buttonProps,
	"input":  append(buttonProps, "checked", "defaultChecked", "value", "defaultValue"),
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
	s.out = append(append(out, '<'), element...)
	late := lateProps[element]
	for i, name := range props.names {
		value := props.values[i]
		switch {
		case isNothing(value), name == "ref": // React's objects for refs are no attributes
		case slices.Contains(late, name):
			if s.late == nil {
				s.late = map[string]goja.Value{}
			}
			s.late[name] = value
		case name == "children":
			s.children = value
		case name == "dangerouslySetInnerHTML":
			if s.inner, ok = innerHTML(value); !ok {
				return s, false
			}
		case name == "href" && element == "a" && value.SameAs(t.vm.ToValue("")):
			s.out = append(s.out, ` href=""`...) // other elements drop it
		default:
			s.out = t.appendAttribute(s.out, name, value)
		}
	}
	ok = true
	switch {
	case element == "option":
		ok = s.appendSelected(props.get("value"), at.context(t))
	case s.late != nil && element != "select":
		ok = t.appendLate(&s, late)
	}
	if isVoid {
		s.out = append(s.out, '/')
	}
	s.out = append(s.out, '>')
	hasNodes := s.children != nil || props.items != nil
	return s, ok && (!hasNodes || s.inner == "") && (!isVoid || !hasNodes && s.inner == "")
}

func isNothing(value goja.Value) bool {
	return value == nil || goja.IsNull(value) || goja.IsUndefined(value)
}

// innerHTML returns the HTML of a dangerouslySetInnerHTML, unless it is empty.
func innerHTML(value goja.Value) (html string, ok bool) {
	if object, ok := value.(*goja.Object); ok {
		if text, ok := object.Get("__html").(goja.String); ok {
			html = text.String()
		}
	}
	return html, html != ""
}

// appendLate appends the late props of a form, a button or an input. A function as action is left to React.
func (t *tree) appendLate(s *start, names []string) (ok bool) {
	for _, name := range names {
		value := s.late[name]
		switch {
		case value == nil || name == "defaultValue" && s.late["value"] != nil:
		case name == "defaultChecked" && s.late["checked"] != nil:
		case name == "checked", name == "defaultChecked":
			typed := typeOf(value)
			if typed != "function" && typed != "symbol" && value.ToBoolean() {
				s.out = append(s.out, ` checked=""`...)
			}
		case name == "defaultValue":
			s.out = t.appendAttribute(s.out, "value", value)
		case strings.HasSuffix(strings.ToLower(name), "action") && typeOf(value) == "function":
			return false
		default:
			s.out = t.appendAttribute(s.out, name, value)
		}
	}
	return true
}

// appendSelected marks an option if its <select> has selected it.
func (s *start) appendSelected(value, context goja.Value) (ok bool) {
	selected := context.(*goja.Object).Get("selectedValue")
	if isNothing(selected) {
		if own := s.late["selected"]; own != nil && own.ToBoolean() {
			s.out = append(s.out, ` selected=""`...)
		}
		return true
	}
	if isNothing(value) {
		value = s.children
	}
	text, known := textOf(value)
	selectedText, ok := textOf(selected)
	if ok && known && text == selectedText {
		s.out = append(s.out, ` selected=""`...)
	}
	return ok && known
}

// textOf returns the text of nothing or of a primitive. Symbols have none.
func textOf(value goja.Value) (text string, ok bool) {
	if value == nil {
		return "", true
	}
	switch typeOf(value) {
	case "object", "function", "symbol":
		return "", false
	}
	return value.String(), true
}
