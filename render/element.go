package render

import (
	"cmp"
	"strings"

	"github.com/dop251/goja"
)

// React compares an element's name with fifty others, and the name of each attribute with eighty, one after the other:
// in goja, 40 % of a page's time. Here an element about which it would not think twice, nine in ten, takes one call.
// The others are left to React. TestElements compares the bytes.

// plainElements are elements for which React writes the start tag with its attributes and does nothing else.
var plainElements = set(`a abbr address article aside b blockquote button caption cite code dd del details div dl dt em
	fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header i label legend li main nav ol p s section select
	small span strong sub summary sup table tbody td tfoot th thead time tr u ul
	circle defs ellipse g line path polygon polyline rect svg text tspan use island-mark`)

// voidElements are elements without an end tag. React preloads an image unless it is lazy.
var voidElements = set("br hr source img input")

// plainAttributes are props that React writes by their own name if they are strings or numbers, and that are no
// button's name.
var plainAttributes = set(`viewBox x1 y1 x2 y2 preserveAspectRatio dateTime inputMode autoComplete enterKeyHint
	maxLength minLength srcSet fetchPriority popoverTarget popoverTargetAction encType`)

// oddAttributes are props in lower case that React does not write by their own name whatever they are. All others of
// one word are written so if they are strings or numbers, those that it does not know among them.
var oddAttributes = set(`style src href action ref inert async default disabled hidden loop open controls
	credentialless required reversed scoped seamless capture download cols rows size span start multiple muted children`)

// countAttributes are props that React writes if they are numbers of at least 1.
var countAttributes = set("cols rows size span")

// renamedAttributes are props that React writes by another name.
var renamedAttributes = map[string]string{
	"className": "class", "htmlFor": "for", "tabIndex": "tabindex", "strokeWidth": "stroke-width",
	"strokeLinecap": "stroke-linecap", "strokeLinejoin": "stroke-linejoin", "fillOpacity": "fill-opacity",
	"textAnchor": "text-anchor", "strokeDasharray": "stroke-dasharray", "autoFocus": "autofocus",
}

// booleanAttributes are props that React writes without a value if they are true.
var booleanAttributes = set("disabled hidden open required readOnly noValidate multiple inert autoFocus")

func set(names string) map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(names) {
		set[name] = true
	}
	return set
}

// start is the start of an element: its tag, and what stands inside.
type start struct {
	out []byte
	// children is a node, nil for none; inner is HTML in its place.
	children goja.Value
	inner    string
	// late are props that React writes after all others, or makes something else of.
	late map[string]goja.Value
}

// lateProps are the props of an element that React does not write where they stand.
var lateProps = map[string]map[string]bool{
	"button": set("name"),
	"input":  set("name checked defaultChecked value defaultValue"),
	// What is selected is written at the options.
	"select":   set("value defaultValue"),
	"textarea": set("value defaultValue"),
	"form":     set("action encType method target"),
}

// appendStart appends an element's start tag to out. An element that is left to React is not ok.
func (t *tree) appendStart(out []byte, element string, props *goja.Object, at *format) (s start, ok bool) {
	isVoid := voidElements[element]
	if !isVoid && !plainElements[element] && element != "option" && element != "textarea" {
		return s, false
	}
	if element == "img" && (props.Get("loading") == nil || props.Get("loading").String() != "lazy") {
		return s, false
	}
	s.out = append(append(out, '<'), element...)
	late := lateProps[element]
	for _, name := range props.GetOwnPropertyNames() {
		value := props.Get(name)
		switch {
		case value == nil || goja.IsNull(value) || goja.IsUndefined(value):
			continue
		case late[name]:
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
		default:
			s.out, ok = appendAttribute(s.out, name, value)
		}
		if !ok {
			return s, false
		}
	}
	switch element {
	case "option":
		ok = s.appendSelected(props, at.context(t))
	case "textarea":
		ok = s.setText()
	case "form":
		ok = s.appendNamed("action", "encType", "method", "target")
	case "select":
	default:
		ok = s.appendLate()
	}
	if isVoid {
		s.out = append(s.out, '/')
	}
	s.out = append(s.out, '>')
	return s, ok && (s.children == nil || s.inner == "") && (!isVoid || s.children == nil && s.inner == "")
}

// innerHTML returns the HTML in a prop that is an object with it, unless it is empty.
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

// appendNamed appends some of the late props as attributes.
func (s *start) appendNamed(names ...string) (ok bool) {
	for _, name := range names {
		if value := s.late[name]; value != nil {
			if s.out, ok = appendAttribute(s.out, name, value); !ok {
				return false
			}
		}
	}
	return true
}

// setText makes the content of a textarea. A line feed at its beginning is doubled, because an HTML parser drops it.
func (s *start) setText() (ok bool) {
	if s.children != nil || s.inner != "" {
		return false
	}
	value := cmp.Or(s.late["value"], s.late["defaultValue"])
	if value == nil {
		return true
	}
	text, ok := textOf(value)
	if strings.HasPrefix(text, "\n") {
		s.inner = "\n"
	}
	s.inner += string(appendEscaped(nil, text))
	return ok
}

// appendLate appends the late props of a button or an input.
func (s *start) appendLate() (ok bool) {
	if s.late == nil {
		return true
	}
	if !s.appendNamed("name") {
		return false
	}
	if checked := cmp.Or(s.late["checked"], s.late["defaultChecked"]); checked != nil {
		if _, ok := checked.Export().(bool); !ok {
			return false
		}
		if checked.ToBoolean() {
			s.out = append(s.out, ` checked=""`...)
		}
	}
	if value := cmp.Or(s.late["value"], s.late["defaultValue"]); value != nil {
		s.out, ok = appendAttribute(s.out, "value", value)
		return ok
	}
	return true
}

// appendSelected marks an option that is the one its <select> has selected.
func (s *start) appendSelected(props *goja.Object, context goja.Value) (ok bool) {
	selected := context.(*goja.Object).Get("selectedValue")
	if props.Get("selected") != nil || s.inner != "" {
		return false
	}
	if selected == nil || goja.IsNull(selected) || goja.IsUndefined(selected) {
		return true
	}
	value := props.Get("value")
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

// appendAttribute appends what React writes for a prop, unless it is left to React.
func appendAttribute(tag []byte, name string, value goja.Value) (_ []byte, ok bool) {
	if name == "ref" || name == "suppressHydrationWarning" || len(name) > 2 && strings.EqualFold(name[:2], "on") {
		return tag, true // of the browser
	}
	text, known := textOf(value)
	isBoolean := false
	if _, isObject := value.(*goja.Object); !known && !isObject {
		_, isBoolean = value.Export().(bool)
	}
	renamed := renamedAttributes[name]
	switch {
	case booleanAttributes[name] && isBoolean:
		if !value.ToBoolean() {
			return tag, true
		}
		name = cmp.Or(renamed, name)
	case isDataOrARIA(name) && isBoolean:
		text = value.String()
	case !known || name == "autoFocus":
		return tag, false
	case renamed != "":
		name = renamed
	case plainAttributes[name], isDataOrARIA(name), isWord(name) && !oddAttributes[name]:
	case (name == "href" || name == "src" || name == "action") && isPlainAddress(text):
	case countAttributes[name] && value.ToFloat() >= 1:
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
	case *goja.Object: // which Export would copy whole
		return "", false
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

// isWord reports whether an attribute's name is of lower-case letters.
func isWord(name string) bool {
	for _, c := range []byte(name) {
		if c < 'a' || 'z' < c {
			return false
		}
	}
	return name != ""
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
