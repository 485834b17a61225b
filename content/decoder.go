package content

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// A decoder decodes YAML files into Go values and records the position of each value in its file.
//
// The library's own strict decoding stops at the first unknown key and drops the lines of decoded values. A loader
// that reports every error, and checks links and prices after decoding, needs both. So the library parses and converts
// the scalars, and the decoder walks its tree along with the Go type.
//
// Keys are the names in the fields' yaml tags; without one, ShortName has the key shortName and URL the key url. If a
// type of the props is decoded as it is, they are the names in its json tags, except where a file tag has another one;
// file:"-" marks fields that are computed later. The fields of an embedded struct belong to the outer one. Every key is
// required unless its tag says omitempty, and a required text may not be empty. The tag places lists what is filled in
// later, such as [count], and must stand in the text; the tag count bounds a list. Texts with the key href are links. A
// struct with a method check(*decoder) is checked when it has been decoded, after the structs in it.
type decoder struct {
	fsys        fs.FS
	diagnostics *diagnostics
	warnings    diagnostics
	// references are the targets of references in texts; nil leaves texts unresolved.
	references *references
	// positions maps pointers to all decoded values to their positions. Two values never share address and type: the
	// pointer alone is the key.
	positions map[any]position
	keys      map[reflect.Type]keys
	// brokenLink returns what is wrong with an address and what is wanted; both are empty for a valid link.
	brokenLink func(href string) (wrong, wanted string)
	// links are the addresses to check when all pages are known.
	links        []*string
	serviceTypes []string
	names        []usedName
	// drafts shows placeholders as they are, without any check.
	drafts  bool
	samples *samples
}

// report adds a diagnostic for the value behind the pointer, unless it has one because it could not be decoded.
func (d *decoder) report(pointer any, wanted, format string, args ...any) {
	if at, ok := d.positions[pointer]; ok {
		d.diagnostics.add(at, fmt.Sprintf(format, args...), wanted)
	}
}

// warn adds a warning for the value behind the pointer: it is served all the same.
func (d *decoder) warn(pointer any, wanted, format string, args ...any) {
	if at, ok := d.positions[pointer]; ok {
		d.warnings.add(at, fmt.Sprintf(format, args...), wanted)
	}
}

// read reads a file; false, with a diagnostic, if that fails.
func (d *decoder) read(file string) ([]byte, bool) {
	data, err := ReadFile(d.fsys, file)
	if problem := (*diagnostic)(nil); errors.As(err, &problem) {
		*d.diagnostics = append(*d.diagnostics, problem)
	}
	return data, err == nil
}

// parse reads and parses a file; nil, with a diagnostic, if that fails.
func (d *decoder) parse(file string) ast.Node {
	if file == officeFile || file == priceListFile || file == aboutFile {
		if _, err := fs.Stat(d.fsys, file); errors.Is(err, fs.ErrNotExist) {
			return (&decoder{fsys: FS, diagnostics: d.diagnostics}).parse(file)
		}
	}
	if data, ok := d.read(file); ok {
		return d.parseText(file, string(data))
	}
	return nil
}

// complete adds the keys of the built-in file that a file of an owner lacks, so that content which was written for an
// older program has words for what came later. With sections, it adds only those.
func (d *decoder) complete(file string, node ast.Node, sections ...string) {
	builtIn := (&decoder{fsys: FS, diagnostics: d.diagnostics}).parse(file)
	if m, ok := builtIn.(*ast.MappingNode); ok && len(sections) > 0 {
		m.Values = slices.DeleteFunc(m.Values, func(pair *ast.MappingValueNode) bool {
			return !slices.Contains(sections, pair.Key.GetToken().Value)
		})
	}
	if builtIn != nil {
		addMissing(node, builtIn)
	}
}

func addMissing(node, builtIn ast.Node) {
	into, ok := node.(*ast.MappingNode)
	from, fromOK := builtIn.(*ast.MappingNode)
	if !ok || !fromOK {
		return
	}
	known := map[string]ast.Node{}
	for _, pair := range into.Values {
		known[pair.Key.GetToken().Value] = pair.Value
	}
	for _, pair := range from.Values {
		if value, ok := known[pair.Key.GetToken().Value]; ok {
			addMissing(value, pair.Value)
		} else {
			into.Values = append(into.Values, pair)
		}
	}
}

func (d *decoder) parseText(file, text string) ast.Node {
	node, problem := parseYAML(file, text)
	switch {
	case problem != nil:
		*d.diagnostics = append(*d.diagnostics, problem)
	case d.samples != nil && d.samples.mayConcern(text):
		d.samples.take(file, node)
	}
	return node
}

// decode fills the value behind the pointer from a parsed file.
func (d *decoder) decode(file string, node ast.Node, pointer any) {
	d.decodeValue(position{file, 1}, node, reflect.ValueOf(pointer).Elem())
}

func (d *decoder) decodeValue(at position, node ast.Node, v reflect.Value) {
	d.positions[v.Addr().Interface()] = at
	if d.showPlaceholder(node, v) {
		return
	}
	if share, ok := v.Addr().Interface().(*Share); ok {
		d.decodeShare(at, node, share)
		return
	}
	if node.Type() == ast.NullType {
		d.reject(v, "the value is empty", "wanted "+describe(v.Type()))
		return
	}
	_, linked := v.Addr().Interface().(*LinkedText)
	_, isMapping := node.(*ast.MappingNode)
	if text, ok := v.Addr().Interface().(textDecoder); ok && !(linked && isMapping) {
		if written, ok := d.plainString(node, v); ok {
			text.decodeText(d, at, written)
		}
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.decodeValue(at, node, v.Elem())
	case reflect.Struct:
		d.decodeStruct(at, node, v)
		if value, ok := v.Addr().Interface().(interface{ check(*decoder) }); ok {
			value.check(d)
		}
	case reflect.Map:
		d.decodeMap(at, node, v)
	case reflect.Slice:
		d.decodeList(at, node, v)
	case reflect.String:
		if text, ok := d.plainString(node, v); ok {
			v.SetString(d.resolve(at, text))
			switch name := v.Interface().(type) {
			case SceneName:
				d.names = append(d.names, usedName{at: at, name: string(name)})
			case IconName:
				d.names = append(d.names, usedName{at, string(name), true})
			}
		}
	default:
		// The library would truncate a fraction to a whole number.
		_, fraction := node.(*ast.FloatNode)
		if fraction && v.CanInt() || yaml.NodeToValue(node, v.Addr().Interface(), yaml.Strict()) != nil {
			d.reject(v, fmt.Sprintf("%q is not %s", excerpt(node), describe(v.Type())), "wanted "+describe(v.Type()))
		}
	}
}

// textDecoder is a struct that content writes as a text.
type textDecoder interface {
	decodeText(d *decoder, at position, written string)
}

// showPlaceholder shows a placeholder in a draft; numbers and names stay empty. No check reports it, because it has no
// position.
func (d *decoder) showPlaceholder(node ast.Node, v reflect.Value) bool {
	written, ok := node.(*ast.StringNode)
	if !ok || !d.drafts || v.Kind() == reflect.Pointer || !placeholder.MatchString(written.Value) {
		return false
	}
	delete(d.positions, v.Addr().Interface())
	switch value := v.Addr().Interface().(type) {
	case *string:
		*value = written.Value
	case *PriceText:
		value.text = written.Value
	case *LinkedText:
		value.Text = written.Value
	}
	return true
}

// reject adds a diagnostic for a value that could not be decoded, and removes its position, so that report ignores it.
func (d *decoder) reject(v reflect.Value, wrong, wanted string) {
	pointer := v.Addr().Interface()
	d.diagnostics.add(d.positions[pointer], wrong, wanted)
	delete(d.positions, pointer)
}

func (d *decoder) resolve(at position, written string) string {
	if d.references == nil {
		return written
	}
	return d.references.resolve(d.diagnostics, at, written)
}

// plainString is the unresolved text of a node; false, with a diagnostic, if the node is not a text or is blank.
func (d *decoder) plainString(node ast.Node, v reflect.Value) (text string, ok bool) {
	switch node := node.(type) {
	case *ast.StringNode:
		text = node.Value
	case *ast.LiteralNode:
		text = node.Value.Value
	default:
		d.reject(v, fmt.Sprintf("%s is not text", excerpt(node)),
			"wanted text, in quotation marks if it has a colon or is a number")
		return "", false
	}
	if strings.TrimSpace(text) == "" {
		d.reject(v, "the text is empty", "wanted text")
		return "", false
	}
	return text, true
}

func (d *decoder) decodeList(at position, node ast.Node, v reflect.Value) {
	sequence, ok := node.(*ast.SequenceNode)
	if !ok {
		d.reject(v, "the value is not a list", "wanted a list")
		return
	}
	// Allocate the full length first: pointers to the items are keys of positions.
	v.Set(reflect.MakeSlice(v.Type(), len(sequence.Values), len(sequence.Values)))
	for i, item := range sequence.Values {
		// A block mapping's own token is the colon of its first key, on the same line.
		d.decodeValue(position{at.file, item.GetToken().Position.Line}, item, v.Index(i))
	}
}

func (d *decoder) decodeMap(at position, node ast.Node, v reflect.Value) {
	v.Set(reflect.MakeMap(v.Type()))
	for _, pair := range d.pairs(at, node) {
		key, entry := pair.Key.GetToken(), reflect.New(v.Type().Elem()).Elem()
		d.decodeValue(position{at.file, key.Position.Line}, pair.Value, entry)
		// A null leaves a nil pointer. It has its diagnostic, and the checks cannot handle it.
		if entry.Kind() != reflect.Pointer || !entry.IsNil() {
			v.SetMapIndex(reflect.ValueOf(key.Value), entry)
		}
	}
}

func (d *decoder) decodeStruct(at position, node ast.Node, v reflect.Value) {
	known := d.keysOf(v.Type())
	seen := map[string]bool{}
	pairs := d.pairs(at, node)
	for _, pair := range pairs {
		key := pair.Key.GetToken()
		line := position{at.file, key.Position.Line}
		f, ok := known.fields[key.Value]
		if !ok {
			d.diagnostics.add(line, fmt.Sprintf("unknown key %q", key.Value),
				"wanted one of "+strings.Join(known.names, ", "))
			continue
		}
		seen[key.Value] = true
		field := v.FieldByIndex(f.index)
		d.decodeValue(line, pair.Value, field)
		if text, ok := field.Addr().Interface().(*string); ok {
			if key.Value == "href" {
				d.links = append(d.links, text)
			}
			d.checkPlaces(text, f.places...)
		}
		if f.count != "" {
			d.checkCount(field.Addr().Interface(), f.count)
		}
	}
	if pairs == nil {
		return
	}
	for _, name := range known.names {
		if f := known.fields[name]; !seen[name] && !f.optional {
			d.diagnostics.add(at, fmt.Sprintf("%q is missing", name), "wanted "+describe(f.typ))
		}
	}
}

// checkCount checks the length of a list, see structField.
func (d *decoder) checkCount(list any, count string) {
	bounds, items, _ := strings.Cut(count, " ")
	least, most, isRange := strings.Cut(bounds, "-")
	from, _ := strconv.Atoi(least)
	to, _ := strconv.Atoi(most)
	switch n := reflect.ValueOf(list).Elem().Len(); {
	case isRange && (n < from || n > to):
		d.report(list, fmt.Sprintf("wanted %d to %d", from, to), "there are %d %s", n, items)
	case n < from:
		d.report(list, "wanted at least one", "there are no %s", items)
	}
}

// keys are the keys of a struct's fields, and their names in alphabetical order.
type keys struct {
	fields map[string]structField
	names  []string
}

type structField struct {
	index    []int // for [reflect.Value.FieldByIndex]
	typ      reflect.Type
	optional bool
	places   []string // which the text must have, such as [count]
	count    string   // of a list, "1 cards" for at least one, or "3-5 cards"
}

// keysOf returns the keys of a struct, which it caches by type.
func (d *decoder) keysOf(t reflect.Type) keys {
	if cached, ok := d.keys[t]; ok {
		return cached
	}
	fields := map[string]structField{}
	for _, f := range reflect.VisibleFields(t) {
		tag := cmp.Or(f.Tag.Get("file"), f.Tag.Get("yaml"), f.Tag.Get("json"))
		name, options, _ := strings.Cut(tag, ",")
		if name == "" && strings.ToUpper(f.Name) == f.Name {
			name = strings.ToLower(f.Name)
		}
		name = cmp.Or(name, uncapitalize(f.Name))
		if f.IsExported() && !f.Anonymous && name != "-" {
			fields[name] = structField{
				f.Index, f.Type, options == "omitempty", strings.Fields(f.Tag.Get("places")), f.Tag.Get("count"),
			}
		}
	}
	made := keys{fields, slices.Sorted(maps.Keys(fields))}
	d.keys[t] = made
	return made
}

// pairs lists a mapping's entries; nil, with a diagnostic, if the node is not a mapping.
func (d *decoder) pairs(at position, node ast.Node) []*ast.MappingValueNode {
	mapping, ok := node.(*ast.MappingNode)
	if !ok {
		d.diagnostics.add(at, "the value is not a mapping", "wanted keys with values")
		return nil
	}
	return mapping.Values
}

// excerpt is the first line of a node's source: a diagnostic is one line.
func excerpt(node ast.Node) string {
	line, _, more := strings.Cut(node.String(), "\n")
	if more {
		line += " …"
	}
	return line
}

func describe(t reflect.Type) string {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[textDecoder]()) {
		return "text"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return describe(t.Elem())
	case reflect.Struct, reflect.Map:
		return "keys with values"
	case reflect.Slice:
		return "a list"
	case reflect.String:
		return "text"
	case reflect.Int:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.Bool:
		return "true or false"
	}
	panic("content: no word for " + t.String())
}

type position struct {
	file string
	line int
}

func (p position) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// diagnostic is one error in the content files. Its text is "file:line: what is wrong; what is wanted".
type diagnostic struct {
	at            position
	wrong, wanted string
}

func (d *diagnostic) Error() string { return fmt.Sprintf("%s: %s; %s", d.at, d.wrong, d.wanted) }

// diagnostics collects errors, so that one run reports all of them.
type diagnostics []*diagnostic

func (ds *diagnostics) add(at position, wrong, wanted string) {
	*ds = append(*ds, &diagnostic{at, wrong, wanted})
}

// err joins the diagnostics in the order of their positions; nil for none.
func (ds diagnostics) err() error {
	sorted := slices.SortedStableFunc(slices.Values(ds), func(a, b *diagnostic) int {
		return cmp.Or(cmp.Compare(a.at.file, b.at.file), cmp.Compare(a.at.line, b.at.line))
	})
	errs := make([]error, len(sorted))
	for i, d := range sorted {
		errs[i] = d
	}
	return errors.Join(errs...)
}
