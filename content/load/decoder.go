package load

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
	"github.com/goccy/go-yaml/token"

	"haulfront/content/spelling"
)

// A Decoder decodes YAML files into Go values and records the position of each value in its file.
//
// The library's own strict decoding stops at the first unknown key and drops the lines of decoded values. So the
// library parses and converts the scalars, and the decoder walks its tree along with the Go type.
//
// Keys are the names in the fields' yaml tags; without one, ShortName has the key shortName and URL the key url. If a
// type of the props is decoded as it is, they are the names in its json tags, except where a file tag has another one;
// file:"-" marks fields that are computed later. The fields of an embedded struct belong to the outer one. Every key is
// required unless its tag says omitempty, and a required text may not be empty. The tag places lists what is filled in
// later, such as [count], and must stand in the text; of, or tstype, lists the texts that it may be, and count and
// least bound a list and a number. Texts with the key href are links. A struct with a method Check(*Decoder) is checked
// when it has been decoded, after the structs in it.
type Decoder struct {
	Fsys        fs.FS
	Diagnostics *Diagnostics
	Warnings    Diagnostics
	// references are the targets of references in texts; nil leaves texts unresolved.
	References *References
	// Localized are the same in other languages, for the documents that say theirs.
	Localized map[string]*References
	// positions maps pointers to all decoded values to their positions. No two values share address and type.
	Positions map[any]Position
	keys      map[reflect.Type]map[string]structField
	// brokenLink returns what is wrong with an address and what is wanted; both are empty for a valid link.
	BrokenLink func(href string) (wrong, wanted string)
	// Off reports whether an address leads to a page that the site lacks on purpose: items with it are left out.
	Off func(href string) bool
	// links are the addresses to check when all pages are known.
	Links []*string
	// Choices are texts to check when all options are known.
	Choices []*string
	Names   []UsedName
	// Owned are the files and folders of files that are the company's alone, or the keys in others: the program's are
	// not read.
	Owned map[string][]string
	// Other says that the folder's company is not the program's own. What it copies word for word is the program's.
	Other bool
	// Strict makes misspelled keys errors. Other unknown keys are warnings: an older program may have needed them.
	Strict bool
	// Samples and Unconfirmed are the positions of what says sample: true and unconfirmed: true.
	Samples, Unconfirmed []Position
	layers               []Layer
	// Over keeps what a value has and its file lacks.
	Over bool
	// origins are the names of the files that nodes came from, unless it is that of the node around them.
	origins map[ast.Node]string
	// pruned are lists that prune has shortened: their nodes, and the pointers to their values.
	pruned map[any]bool
}

// NewDecoder returns a decoder of an owner's folder, over the program's content, and below layers, the uppermost first.
func NewDecoder(folder, program fs.FS, over ...Layer) *Decoder {
	return &Decoder{
		Fsys: folder, layers: append(over, Layer{"", folder}, Layer{builtIn, program}), Diagnostics: &Diagnostics{},
		Positions: map[any]Position{}, keys: map[reflect.Type]map[string]structField{}, origins: map[ast.Node]string{},
		pruned: map[any]bool{},
	}
}

// Report adds a diagnostic for the value behind the pointer, unless it has one because it could not be decoded.
func (d *Decoder) Report(pointer any, wanted, format string, args ...any) {
	if at, ok := d.Positions[pointer]; ok {
		d.Diagnostics.Add(at, fmt.Sprintf(format, args...), wanted)
	}
}

// BuiltIn reports whether the value behind the pointer is the program's.
func (d *Decoder) BuiltIn(pointer any) bool { return d.Positions[pointer].BuiltIn() }

// Warn adds a warning for the value behind the pointer: it is served all the same.
func (d *Decoder) Warn(pointer any, wanted, format string, args ...any) {
	if at, ok := d.Positions[pointer]; ok {
		d.Warnings.Add(at, fmt.Sprintf(format, args...), wanted)
	}
}

// ParseText parses the YAML of a file; nil, with a diagnostic, if that fails.
func (d *Decoder) ParseText(file, text string) ast.Node {
	node, problem := ParseYAML(file, text)
	if problem != nil {
		*d.Diagnostics = append(*d.Diagnostics, problem)
	}
	return node
}

// Decode fills the value behind the pointer from a parsed file.
func (d *Decoder) Decode(file string, node ast.Node, pointer any) {
	d.prune(node, false)
	d.DecodeValue(Position{file, 1}, node, reflect.ValueOf(pointer).Elem())
}

// Read fills the value behind the pointer from a file, if a layer has it.
func (d *Decoder) Read(file string, pointer any) {
	if d.Has(file) {
		if node := d.Parse(file); node != nil {
			d.Decode(file, node, pointer)
		}
	}
}

// DecodeValue fills a value from a node at a position.
func (d *Decoder) DecodeValue(at Position, node ast.Node, v reflect.Value) {
	at.File = cmp.Or(d.origins[node], at.File)
	d.Positions[v.Addr().Interface()] = at
	node = d.unwrap(at, node, v)
	if value, ok := v.Addr().Interface().(nodeDecoder); ok {
		value.DecodeNode(d, at, node)
		return
	}
	if node.Type() == ast.NullType {
		d.reject(v, "the value is empty", "wanted "+describe(v.Type()))
		return
	}
	_, isMapping := node.(*ast.MappingNode)
	if text, ok := v.Addr().Interface().(textDecoder); ok && !isMapping {
		if written, ok := d.plainString(node, v); ok {
			text.DecodeText(d, at, written)
		}
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.DecodeValue(at, node, v.Elem())
	case reflect.Struct:
		d.decodeStruct(at, node, v)
		if value, ok := v.Addr().Interface().(interface{ Check(*Decoder) }); ok {
			value.Check(d)
		}
	case reflect.Map:
		d.decodeMap(at, node, v)
	case reflect.Slice:
		d.decodeList(at, node, v)
	case reflect.String:
		if text, ok := d.plainString(node, v); ok {
			v.SetString(d.Resolve(at, text))
			if name, ok := v.Interface().(interface{ Kind() string }); ok {
				d.Names = append(d.Names, UsedName{at, v.String(), name.Kind()})
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

type nodeDecoder interface {
	DecodeNode(d *Decoder, at Position, node ast.Node)
}

// textDecoder is a struct that content writes as a text, or as a mapping of its fields.
type textDecoder interface {
	DecodeText(d *Decoder, at Position, written string)
}

// The keys that mark something invented, and a value that the owner has not confirmed: an item, a block or a file.
const (
	sampleKey      = "sample"
	unconfirmedKey = "unconfirmed"
	pageKey        = "page"  // names pages: companies without any of them do not get the program's item
	needsKey       = "needs" // names references: companies without one of them do not get it
)

// noteMark records the position of a mark; false if the key is none.
func (d *Decoder) noteMark(at Position, key string, node ast.Node) bool {
	list := map[string]*[]Position{sampleKey: &d.Samples, unconfirmedKey: &d.Unconfirmed}[key]
	marked, ok := node.(*ast.BoolNode)
	if list == nil || !ok {
		return false
	}
	if marked.Value {
		*list = append(*list, at)
	}
	return true
}

// unwrap returns the text of a node for a text that may be a sample, { text: …, sample: true }, or that of a page,
// { text: …, page: … }, or with needs; of a list of texts of the program, the first that is this company's, see prune.
func (d *Decoder) unwrap(at Position, node ast.Node, v reflect.Value) ast.Node {
	if !isText(v) {
		return node
	}
	if list, ok := node.(*ast.SequenceNode); ok && len(list.Values) > 0 {
		node = list.Values[0]
	}
	written, page := Child[ast.Node](node, "text"), Child[ast.Node](node, pageKey)
	if mapping, ok := node.(*ast.MappingNode); !ok || len(mapping.Values) > 3 || written == nil || page == nil &&
		len(d.needs(node)) == 0 && !d.noteMark(at, sampleKey, Child[ast.Node](node, sampleKey)) {
		return node
	}
	return d.unwrap(at, written, v)
}

func isText(v reflect.Value) bool {
	_, text := v.Addr().Interface().(textDecoder)
	return text || v.Kind() == reflect.String
}

// UsedName is a name in content of something that the program has, such as an icon; Kind is its type's.
type UsedName struct {
	At         Position
	Name, Kind string
}

// reject adds a diagnostic for a value that could not be decoded, and removes its position, so that report ignores it.
func (d *Decoder) reject(v reflect.Value, wrong, wanted string) {
	pointer := v.Addr().Interface()
	d.Diagnostics.Add(d.Positions[pointer], wrong, wanted)
	delete(d.Positions, pointer)
}

// Resolve replaces the references in a text.
func (d *Decoder) Resolve(at Position, written string) string {
	if d.References == nil {
		return written
	}
	return d.References.resolve(d.Diagnostics, at, written)
}

// plainString is the unresolved text of a node; false, with a diagnostic, if the node is not a text or is blank.
func (d *Decoder) plainString(node ast.Node, v reflect.Value) (text string, ok bool) {
	switch node := node.(type) {
	case *ast.StringNode:
		text = node.Value
		if bare := strings.TrimSpace(text); strings.HasPrefix(bare, "“") && strings.HasSuffix(bare, "”") &&
			node.Token.Type == token.StringType {
			d.Warn(v.Addr().Interface(), `wanted straight ones, "like these", or none`,
				"the curly quotation marks around %s become part of the text", bare)
		}
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

func (d *Decoder) decodeList(at Position, node ast.Node, v reflect.Value) {
	sequence, ok := node.(*ast.SequenceNode)
	if !ok {
		d.reject(v, "the value is not a list", "wanted a list")
		return
	}
	if d.pruned[sequence] {
		d.pruned[v.Addr().Interface()] = true
	}
	defer func(over bool) { d.Over = over }(d.Over)
	d.Over = false // lists replace each other
	// Allocate the full length first: pointers to the items are keys of positions.
	v.Set(reflect.MakeSlice(v.Type(), len(sequence.Values), len(sequence.Values)))
	for i, item := range sequence.Values {
		// A block mapping's own token is the colon of its first key, on the same line.
		d.DecodeValue(Position{at.File, item.GetToken().Position.Line}, item, v.Index(i))
	}
}

func (d *Decoder) decodeMap(at Position, node ast.Node, v reflect.Value) {
	former := v.MapKeys()
	made := reflect.MakeMap(v.Type())
	for _, key := range former {
		made.SetMapIndex(key, v.MapIndex(key))
	}
	v.Set(made)
	for _, pair := range d.pairs(at, node) {
		key, entry := pair.Key.GetToken(), reflect.New(v.Type().Elem()).Elem()
		line := Position{at.File, key.Position.Line}
		if len(former) > 0 && !v.MapIndex(reflect.ValueOf(key.Value)).IsValid() {
			d.Warnings.Add(line, fmt.Sprintf("unknown key %q", key.Value), "wanted one of the English words")
		}
		d.DecodeValue(line, pair.Value, entry)
		// A null leaves a nil pointer. It has its diagnostic, and the checks cannot handle it.
		if entry.Kind() != reflect.Pointer || !entry.IsNil() {
			v.SetMapIndex(reflect.ValueOf(key.Value), entry)
		}
	}
}

func (d *Decoder) decodeStruct(at Position, node ast.Node, v reflect.Value) {
	known := d.keysOf(v.Type())
	names := slices.Sorted(maps.Keys(known))
	seen := map[string]bool{}
	pairs := d.pairs(at, node)
	for _, pair := range pairs {
		key := pair.Key.GetToken()
		line := Position{cmp.Or(d.origins[pair.Value], at.File), key.Position.Line}
		f, ok := known[key.Value]
		if !ok && (key.Value == pageKey || key.Value == needsKey && len(d.needs(node)) > 0 ||
			d.noteMark(line, key.Value, pair.Value)) {
			continue
		}
		if !ok {
			list := &d.Warnings
			if _, empty := pair.Value.(*ast.NullNode); empty {
				d.Diagnostics.Add(line, fmt.Sprintf("%q has no value", key.Value),
					"wanted one, or quotation marks around a text with a comma")
				continue
			}
			if d.Strict && spelling.Distance(key.Value, spelling.Nearest(key.Value, names, 1)[0]) <= 2 { // misspelled
				list = d.Diagnostics
			}
			list.Add(line, fmt.Sprintf("unknown key %q", key.Value), "wanted one of "+strings.Join(names, ", "))
			continue
		}
		field := v.FieldByIndex(f.index)
		if list, ok := pair.Value.(*ast.SequenceNode); ok && d.pruned[list] && len(list.Values) == 0 && isText(field) {
			continue // none of its texts is this company's
		}
		seen[key.Value] = true
		d.DecodeValue(line, pair.Value, field)
		if text, ok := field.Addr().Interface().(*string); ok && key.Value == "href" && !line.BuiltIn() {
			d.Links = append(d.Links, text)
		}
		d.checkTags(f, key.Value, field.Addr().Interface())
	}
	if pairs == nil || d.Over {
		return
	}
	for _, name := range names {
		if f := known[name]; !seen[name] && !f.optional {
			d.Diagnostics.Add(at, fmt.Sprintf("%q is missing", name), "wanted "+describe(f.typ))
		}
	}
}

func (d *Decoder) checkTags(f structField, key string, pointer any) {
	switch value := pointer.(type) {
	case *string:
		for _, place := range f.places {
			if *value != "" && !strings.Contains(*value, place) { // empty texts have their diagnostic
				d.Report(value, "wanted "+place+" where it stands", "the text has no %s", place)
			}
		}
		if n := len(f.of); n > 0 && *value != "" && !slices.Contains(f.of, *value) {
			wanted := strings.Join(f.of[:n-1], ", ") + " or " + f.of[n-1]
			d.Report(value, "wanted "+strings.TrimPrefix(wanted, " or "), "the %s is %q", key, *value)
		}
	case *int:
		if least, err := strconv.Atoi(f.least); err == nil && *value < least {
			d.Report(value, "wanted at least "+f.least, "%q is %d", key, *value)
		}
	}
	if f.count != "" {
		d.CheckCount(pointer, f.count)
	}
}

// CheckCount checks the length of a list, see structField.
func (d *Decoder) CheckCount(list any, count string) {
	bounds, items, _ := strings.Cut(count, " ")
	least, most, isRange := strings.Cut(bounds, "-")
	from, _ := strconv.Atoi(least)
	to, _ := strconv.Atoi(most)
	switch n := reflect.ValueOf(list).Elem().Len(); {
	case d.BuiltIn(list) || d.pruned[list]: // the items that are missing are not this company's
	case isRange && (n < from || n > to):
		d.Report(list, fmt.Sprintf("wanted %d to %d", from, to), "there are %d %s", n, items)
	case n < from:
		d.Report(list, "wanted at least one", "there are no %s", items)
	}
}

type structField struct {
	index    []int // for [reflect.Value.FieldByIndex]
	typ      reflect.Type
	optional bool
	places   []string // which the text must have, such as [count]
	count    string   // of a list, "1 cards" for at least one, or "3-5 cards"
	of       []string // which texts it may be
	least    string   // of a number
}

func (d *Decoder) keysOf(t reflect.Type) map[string]structField {
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
		name = cmp.Or(name, Uncapitalize(f.Name))
		if f.IsExported() && !f.Anonymous && name != "-" {
			fields[name] = structField{
				f.Index, f.Type, options == "omitempty", strings.Fields(f.Tag.Get("places")), f.Tag.Get("count"),
				alternatives(cmp.Or(f.Tag.Get("of"), f.Tag.Get("tstype"))), f.Tag.Get("least"),
			}
		}
	}
	d.keys[t] = fields
	return fields
}

func alternatives(of string) (texts []string) {
	for i, text := range strings.Split(of, "'") {
		if i%2 == 1 {
			texts = append(texts, text)
		}
	}
	return texts
}

func (d *Decoder) pairs(at Position, node ast.Node) []*ast.MappingValueNode {
	mapping, ok := node.(*ast.MappingNode)
	if !ok {
		d.Diagnostics.Add(at, excerpt(node)+" has no key",
			"wanted keys with values, as in { low: 25 } or { text: noon }")
		return nil
	}
	return mapping.Values
}

func excerpt(node ast.Node) string {
	line, _, more := strings.Cut(node.String(), "\n")
	if more {
		line += " …"
	}
	return line
}

var kindWords = map[reflect.Kind]string{
	reflect.Struct: "keys with values", reflect.Map: "keys with values", reflect.Slice: "a list",
	reflect.String: "text", reflect.Int: "a whole number", reflect.Float64: "a number", reflect.Bool: "true or false",
}

func describe(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[textDecoder]()) {
		return kindWords[reflect.String]
	}
	return kindWords[t.Kind()]
}

// Position is a line of a file.
type Position struct {
	File string
	Line int
}

func (p Position) String() string {
	return strings.TrimSuffix(fmt.Sprintf("%s:%d", p.File, p.Line), ":0")
}

// Diagnostic is one error in the content files. Its text is "file:line: what is wrong; what is wanted".
type Diagnostic struct {
	At            Position
	wrong, wanted string
}

func (d *Diagnostic) Error() string { return fmt.Sprintf("%s: %s; %s", d.At, d.wrong, d.wanted) }

// Diagnostics collects errors, so that one run reports all of them.
type Diagnostics []*Diagnostic

// Add adds an error.
func (ds *Diagnostics) Add(at Position, wrong, wanted string) {
	*ds = append(*ds, &Diagnostic{at, wrong, wanted})
}

// Err joins the diagnostics in the order of their positions; nil for none.
func (ds Diagnostics) Err() error {
	sorted := slices.SortedStableFunc(slices.Values(ds), func(a, b *Diagnostic) int {
		return cmp.Or(cmp.Compare(a.At.File, b.At.File), cmp.Compare(a.At.Line, b.At.Line))
	})
	return errors.Join(Each(sorted, func(d **Diagnostic) error { return *d })...)
}

// Each returns what a function makes of each item of a list, such as a pointer to a field.
func Each[T, F any](list []T, of func(*T) F) []F {
	made := make([]F, len(list))
	for i := range list {
		made[i] = of(&list[i])
	}
	return made
}

// Items returns pointers to the items of a list.
func Items[T any](list []T) []*T { return Each(list, func(item *T) *T { return item }) }
