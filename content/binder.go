package content

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// A binder reads YAML files into Go values and remembers where each value stood.
//
// The library's own strict decoding stops at the first unknown key and forgets the lines of what it decoded; a loader
// that names every problem, and checks links and prices long after decoding, needs both. So the library parses and
// converts the scalars, and the binder walks its tree beside the Go type.
//
// Keys are the names in the fields' yaml tags, or in their json tags where a type of the props is read as it is. Every
// key is required unless its tag says omitempty, and a required text may not be empty.
type binder struct {
	fsys     fs.FS
	problems *problems
	// text turns a text as it is written into the text as it is shown; nil leaves it.
	text func(at place, written string) string
	// places maps the address of every bound value to where it stood. Two values never share address and type, so
	// the pointer alone is the key.
	places map[any]place
	// dangling says what is wrong with an address that leads nowhere, and what is wanted.
	dangling func(href string) (wrong, wanted string)
	// links are the addresses that have to lead somewhere.
	links []*string
}

// follow has the address behind the pointer checked, once all pages are known.
func (b *binder) follow(href *string) { b.links = append(b.links, href) }

// wrong notes a problem with the value behind the pointer. A value that was not read is left alone: it has been noted
// already, and nothing more can be said of it.
func (b *binder) wrong(pointer any, wanted, format string, args ...any) {
	if at, ok := b.places[pointer]; ok {
		b.problems.add(at, fmt.Sprintf(format, args...), wanted)
	}
}

// parse reads a file and parses it; nil where it could not, with the reason noted.
func (b *binder) parse(file string) ast.Node {
	data, err := fs.ReadFile(b.fsys, file)
	if err != nil {
		b.problems.add(place{file, 1}, "the file cannot be read: "+err.Error(), "wanted a readable file")
		return nil
	}
	tree, err := parser.ParseBytes(data, 0)
	if err != nil {
		at, message := place{file, 1}, err.Error()
		if e := yaml.Error(nil); errors.As(err, &e) {
			message = e.GetMessage()
			if token := e.GetToken(); token != nil {
				at.line = token.Position.Line
			}
		}
		b.problems.add(at, message, "wanted valid YAML")
		return nil
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		b.problems.add(place{file, 1}, fmt.Sprintf("the file holds %d documents", len(tree.Docs)), "wanted one, with content")
		return nil
	}
	return tree.Docs[0].Body
}

// bind fills the value behind the pointer from a parsed file.
func (b *binder) bind(file string, node ast.Node, pointer any) {
	b.value(place{file, 1}, node, reflect.ValueOf(pointer).Elem())
}

func (b *binder) value(at place, node ast.Node, v reflect.Value) {
	b.places[v.Addr().Interface()] = at
	if node.Type() == ast.NullType {
		b.reject(v, "the value is empty", "wanted "+describe(v.Type()))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		b.value(at, node, v.Elem())
	case reflect.Struct:
		b.fields(at, node, v)
		if link, ok := v.Addr().Interface().(*Link); ok {
			b.follow(&link.Href)
		}
	case reflect.Map:
		b.entries(at, node, v)
	case reflect.Slice:
		b.items(at, node, v)
	case reflect.String:
		b.string(at, node, v)
	default:
		// The library cuts a fraction off to make a whole number.
		if _, fraction := node.(*ast.FloatNode); fraction && v.CanInt() {
			b.reject(v, fmt.Sprintf("%q is not %s", written(node), describe(v.Type())), "wanted "+describe(v.Type()))
			return
		}
		if err := yaml.NodeToValue(node, v.Addr().Interface(), yaml.Strict()); err != nil {
			b.reject(v, fmt.Sprintf("%q is not %s", written(node), describe(v.Type())), "wanted "+describe(v.Type()))
		}
	}
}

// reject notes that a value could not be read, and forgets where it stood, so that wrong leaves it alone.
func (b *binder) reject(v reflect.Value, wrong, wanted string) {
	pointer := v.Addr().Interface()
	b.problems.add(b.places[pointer], wrong, wanted)
	delete(b.places, pointer)
}

func (b *binder) string(at place, node ast.Node, v reflect.Value) {
	var text string
	switch node := node.(type) {
	case *ast.StringNode:
		text = node.Value
	case *ast.LiteralNode:
		text = node.Value.Value
	default:
		b.reject(v, fmt.Sprintf("%s is not text", written(node)), "wanted text, in quotes where YAML reads it as something else")
		return
	}
	if strings.TrimSpace(text) == "" {
		b.reject(v, "the text is empty", "wanted text")
		return
	}
	if b.text != nil {
		text = b.text(at, text)
	}
	v.SetString(text)
}

func (b *binder) items(at place, node ast.Node, v reflect.Value) {
	sequence, ok := node.(*ast.SequenceNode)
	if !ok {
		b.reject(v, "the value is not a list", "wanted a list")
		return
	}
	// Made at its full length first: the items' addresses are the keys of places.
	v.Set(reflect.MakeSlice(v.Type(), len(sequence.Values), len(sequence.Values)))
	for i, item := range sequence.Values {
		b.value(place{at.file, firstLine(item)}, item, v.Index(i))
	}
}

func (b *binder) entries(at place, node ast.Node, v reflect.Value) {
	v.Set(reflect.MakeMap(v.Type()))
	for _, pair := range b.pairs(at, node) {
		entry := reflect.New(v.Type().Elem()).Elem()
		b.value(place{at.file, pair.line}, pair.value, entry)
		// A null leaves a nil pointer, which the checks need not meet: it has been noted.
		if entry.Kind() != reflect.Pointer || !entry.IsNil() {
			v.SetMapIndex(reflect.ValueOf(pair.key), entry)
		}
	}
}

func (b *binder) fields(at place, node ast.Node, v reflect.Value) {
	type field struct {
		index    int
		optional bool
	}
	known := map[string]field{}
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() {
			continue
		}
		tag := v.Type().Field(i).Tag
		name, options, _ := strings.Cut(tag.Get("json"), ",")
		if own, ok := tag.Lookup("yaml"); ok {
			name, options, _ = strings.Cut(own, ",")
		}
		known[name] = field{i, options == "omitempty"}
	}
	met := map[string]bool{}
	pairs := b.pairs(at, node)
	for _, pair := range pairs {
		f, ok := known[pair.key]
		if !ok {
			wanted := slices.Sorted(maps.Keys(known))
			b.problems.add(place{at.file, pair.line}, fmt.Sprintf("unknown key %q", pair.key), "wanted one of "+strings.Join(wanted, ", "))
			continue
		}
		met[pair.key] = true
		b.value(place{at.file, pair.line}, pair.value, v.Field(f.index))
	}
	if pairs == nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if f := known[name]; !met[name] && !f.optional {
			b.problems.add(at, fmt.Sprintf("%q is missing", name), "wanted "+describe(v.Field(f.index).Type()))
		}
	}
}

type pair struct {
	key   string
	line  int
	value ast.Node
}

// pairs lists a mapping's entries; nil, with a problem noted, where the node is none.
func (b *binder) pairs(at place, node ast.Node) []pair {
	mapping, ok := node.(ast.MapNode)
	if !ok {
		b.problems.add(at, "the value is not a mapping", "wanted keys with values")
		return nil
	}
	pairs := []pair{}
	for entries := mapping.MapRange(); entries.Next(); {
		token := entries.Key().GetToken()
		pairs = append(pairs, pair{token.Value, token.Position.Line, entries.Value()})
	}
	return pairs
}

// firstLine is the line on which a node begins. A block mapping's own token is the colon of its first key, which
// stands on that key's line.
func firstLine(node ast.Node) int { return node.GetToken().Position.Line }

// written is the first line of a node as it stands in its file: a problem is one line.
func written(node ast.Node) string {
	line, _, more := strings.Cut(node.String(), "\n")
	if more {
		line += " …"
	}
	return line
}

func describe(t reflect.Type) string {
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
