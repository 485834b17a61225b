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

// plainAttributes are props that React writes by their own name if they are strings or numbers.
var plainAttributes = set(`viewBox x1 y1 x2 y2 preserveAspectRatio dateTime inputMode autoComplete enterKeyHint
	maxLength minLength srcSet fetchPriority popoverTarget popoverTargetAction encType`)

// oddAttributes are props of one lower-case word with special cases in React. It writes all other such props, even
// unknown ones, by their own name if they are strings or numbers.
var oddAttributes = set(`style src href action ref inert async default disabled hidden loop open controls
	credentialless required reversed scoped seamless capture download cols rows size span start multiple muted
	children`)

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

// start is the start of an element: its tag, and its content.
type start struct {
	out []byte
	// children is a node or nil; inner is HTML in its place.
	children goja.Value
	inner    string
	// late are the props in lateProps.
	late map[string]goja.Value
}

// lateProps are the props of an element that React writes after all others, or in another form.
var lateProps = map[string]map[string]bool{
	"button": set("name"),
	"input":  set("name checked defaultChecked value defaultValue"),
	// The selected option is marked instead.
	"select":   set("value defaultValue"),
	"textarea": set("value defaultValue"),
	"form":     set("action encType method target"),
}

// appendStart appends an element's start tag to out. It returns false for an element that is left to React.
func (t *tree) appendStart(out []byte, element string, props *goja.Object, at *format) (s start, ok bool) {
	isVoid := voidElements[element]
	if !isVoid && !plainElements[element] && element != "option" && element != "textarea" {
		return s, false
	}
	// React preloads an image unless it is lazy.
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

// appendNamed appends the late props with these names as attributes.
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

// setText sets the content of a textarea. It doubles a line feed at the beginning, because an HTML parser drops it.
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

// appendSelected marks an option if its <select> has selected it.
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

// appendAttribute appends what React writes for a prop. It returns false for a prop that is left to React.
func appendAttribute(tag []byte, name string, value goja.Value) (_ []byte, ok bool) {
	if name == "ref" || name == "suppressHydrationWarning" || len(name) > 2 && strings.EqualFold(name[:2], "on") {
		return tag, true // for the browser only
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

// textOf returns a string, or a number as JavaScript prints it.
func textOf(value goja.Value) (text string, ok bool) {
	switch value.(type) {
	case goja.String:
		return value.String(), true
	case *goja.Object: // Export would copy it
		return "", false
	}
	switch value.Export().(type) {
	case int64, float64:
		return value.String(), true
	}
	return "", false
}

// isPlainAddress reports whether a URL certainly runs no script, for which React would replace it.
func isPlainAddress(address string) bool {
	starts := []string{"/", "#", "https:", "tel:", "sms:", "mailto:"}
	return slices.ContainsFunc(starts, func(start string) bool { return strings.HasPrefix(address, start) })
}

const lowerCase = "abcdefghijklmnopqrstuvwxyz"

// isWord reports whether a name consists of lower-case letters.
func isWord(name string) bool { return name != "" && strings.Trim(name, lowerCase) == "" }

// isDataOrARIA reports whether React writes an attribute by its own name, and a boolean as a word.
func isDataOrARIA(name string) bool {
	isOwn := strings.HasPrefix(name, "data-") || strings.HasPrefix(name, "aria-")
	return isOwn && strings.Trim(name, lowerCase+"-") == ""
}
