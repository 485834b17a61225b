package render

import (
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"
)

// An object takes goja half a kilobyte and ten allocations, and React makes two for each element. Here elements are
// values of Go. Calls of jsx for elements of HTML are replaced before they are compiled, see fold: the props become an
// object only if a component reads them. TestMadeElements compares what components see.

// elementFunction is the global that makes the elements of calls that fold has replaced.
const elementFunction = "__haulfrontElement"

// element is an element of React, as a [goja.DynamicObject]. As in React's development build, it is read-only.
type element struct {
	tree    *tree
	of, key goja.Value
	folded  props
	props   *goja.Object // nil until it is needed
}

// props are the props of an element of HTML.
type props struct {
	names  []string
	values []goja.Value
	items  []goja.Value // of children, if they are not among the names
}

func (p props) get(name string) goja.Value {
	if i := slices.Index(p.names, name); i >= 0 {
		return p.values[i]
	}
	return nil
}

func (e *element) Get(name string) goja.Value {
	switch name {
	case "$$typeof":
		return e.tree.elementType
	case "type":
		return e.of
	case "key":
		return e.key
	case "ref":
		if ref := e.object().Get("ref"); ref != nil && ref != goja.Undefined() {
			return ref
		}
		return goja.Null()
	case "props":
		return e.object()
	}
	return nil
}

func (e *element) Keys() []string              { return []string{"$$typeof", "type", "key", "ref", "props"} }
func (e *element) Has(name string) bool        { return slices.Contains(e.Keys(), name) }
func (e *element) Set(string, goja.Value) bool { return false }
func (e *element) Delete(name string) bool     { return !e.Has(name) }

// object returns the props as an object.
func (e *element) object() *goja.Object {
	if e.props == nil {
		e.props = e.tree.vm.NewObject()
		for i, name := range e.folded.names {
			_ = e.props.Set(name, e.folded.values[i]) // a new object takes any
		}
		if e.folded.items != nil {
			_ = e.props.Set("children", e.tree.newArray(e.folded.items))
		}
	}
	return e.props
}

// elementOf returns the element that an object is.
func (t *tree) elementOf(node *goja.Object) (e *element, ok bool) {
	if node.ExportType() == reflect.TypeFor[*element]() {
		return node.Export().(*element), true
	}
	if node.Get("$$typeof") != t.elementType {
		return nil, false
	}
	e = &element{tree: t, of: node.Get("type")}
	e.props, ok = node.Get("props").(*goja.Object)
	return e, ok
}

// propsOf returns the props of an element of HTML.
func (t *tree) propsOf(e *element) props {
	if e.props == nil {
		return e.folded
	}
	p := props{names: e.props.Keys(), values: t.values[:0]}
	for _, name := range p.names {
		p.values = append(p.values, e.props.Get(name))
	}
	t.values = p.values
	return p
}

// newElement makes an element with a key, which is undefined if there is none.
func (t *tree) newElement(e element, key goja.Value) goja.Value {
	e.tree, e.key = t, key
	switch key.(type) {
	case goja.String:
	case *goja.Symbol:
		panic(t.vm.NewTypeError("Cannot convert a Symbol value to a string"))
	default:
		if e.key = goja.Null(); key != goja.Undefined() {
			e.key = t.vm.ToValue(key.String())
		}
	}
	return t.vm.NewDynamicObject(&e)
}

// jsx returns a function that does the same as React's, the argument.
func (t *tree) jsx(call goja.FunctionCall) goja.Value {
	original, _ := goja.AssertFunction(call.Argument(0))
	return t.vm.ToValue(func(call goja.FunctionCall) goja.Value {
		props, ok := call.Argument(1).(*goja.Object)
		if ok && props.Get("key") == nil {
			return t.newElement(element{of: call.Argument(0), props: props}, call.Argument(2))
		}
		value, err := original(goja.Undefined(), call.Arguments...)
		if err != nil {
			panic(err)
		}
		return value
	})
}

// shape is what all elements of a folded call have in common.
type shape struct {
	of            goja.Value
	names         []string
	listed, keyed bool
}

// element makes an element of HTML. The arguments are those of fold.
func (t *tree) element(call goja.FunctionCall) goja.Value {
	form := call.Argument(0).String()
	s, known := t.shapes[form]
	if !known {
		words, keyed := strings.CutSuffix(form, " !")
		words, listed := strings.CutSuffix(words, " *")
		names := strings.Fields(words)
		s = shape{t.vm.ToValue(names[0]), names[1:], listed, keyed}
		t.shapes[form] = s
	}
	values, key := slices.Clone(call.Arguments[1:]), goja.Undefined()
	if s.keyed {
		key, values = values[len(values)-1], values[:len(values)-1]
	}
	own := props{names: s.names, values: values}
	if s.listed {
		own.items = values[len(s.names):]
	}
	return t.newElement(element{of: s.of, folded: own}, key)
}

// reactImport matches the variables of React's modules.
var reactImport = regexp.MustCompile(`\b(import_(?:jsx_runtime|react)\d*)\s*=\s*__require\("react(?:/jsx-runtime)?"\)`)

// foldable matches the names of props that fold knows.
var foldable = regexp.MustCompile(`^[a-zA-Z][\w:-]*$`)

// fold replaces a call of jsx that makes an element of HTML, such as jsx("p", { title: x, children: [y, z] }, k), by
// element("p title * !", x, y, z, k): "*" stands for listed children, and "!" for a key.
func (r repair) fold(call *ast.CallExpression) {
	args := call.ArgumentList
	if name := r.reactFunction(call); name != "jsx" && name != "jsxs" || len(args) < 2 {
		return
	}
	tag, _ := args[0].(*ast.StringLiteral)
	config, _ := args[1].(*ast.ObjectLiteral)
	if tag == nil || config == nil || !plainElements[tag.Value.String()] && !voidElements[tag.Value.String()] {
		return
	}
	form, values := tag.Value.String(), []ast.Expression{nil}
	for i, property := range config.Value {
		name, value := plainProperty(property)
		if name == "key" || !foldable.MatchString(name) || slices.Contains(strings.Fields(form)[1:], name) {
			return
		}
		if list := plainItems(value); name == "children" && len(list) > 0 && i == len(config.Value)-1 {
			form, values = form+" *", append(values, list...)
		} else {
			form, values = form+" "+name, append(values, value)
		}
	}
	if len(args) == 3 {
		form, values = form+" !", append(values, args[2])
	}
	values[0] = &ast.StringLiteral{Idx: tag.Idx, Value: unistring.NewFromString(form)}
	call.Callee, call.ArgumentList = &ast.Identifier{Idx: call.Callee.Idx0(), Name: elementFunction}, values
}

// reactFunction returns the name of React's function that is called as esbuild calls imported functions, or "".
func (r repair) reactFunction(call *ast.CallExpression) string {
	if callee, ok := call.Callee.(*ast.SequenceExpression); ok && len(callee.Sequence) == 2 {
		if function, ok := callee.Sequence[1].(*ast.DotExpression); ok {
			if from, ok := function.Left.(*ast.Identifier); ok && r.react[from.Name.String()] {
				return function.Identifier.Name.String()
			}
		}
	}
	return ""
}

// plainProperty returns the name and value of a property, unless it is computed or a method.
func plainProperty(property ast.Property) (name string, value ast.Expression) {
	switch property := property.(type) {
	case *ast.PropertyShort:
		return property.Name.Name.String(), &property.Name
	case *ast.PropertyKeyed:
		key, ok := property.Key.(*ast.StringLiteral)
		if ok && property.Kind == ast.PropertyKindValue && !property.Computed {
			return key.Value.String(), property.Value
		}
	}
	return "", nil
}

// plainItems returns the items of a list, unless one is missing or a spread.
func plainItems(value ast.Expression) []ast.Expression {
	list, ok := value.(*ast.ArrayLiteral)
	if !ok || slices.ContainsFunc(list.Value, func(item ast.Expression) bool {
		_, spread := item.(*ast.SpreadElement)
		return spread || item == nil
	}) {
		return nil
	}
	return list.Value
}

// index destructures what React's hooks return by its indexes: with iterators it takes goja fifteen times as long.
func (r repair) index(bindings []*ast.Binding) {
	for _, b := range bindings {
		pattern, _ := b.Target.(*ast.ArrayPattern)
		call, _ := b.Initializer.(*ast.CallExpression)
		if pattern == nil || call == nil || pattern.Rest != nil || !indexed[r.reactFunction(call)] {
			continue
		}
		object := &ast.ObjectPattern{LeftBrace: pattern.LeftBracket, RightBrace: pattern.RightBracket}
		for i, item := range pattern.Elements {
			if item != nil {
				key := &ast.NumberLiteral{Idx: item.Idx0(), Value: int64(i)}
				property := &ast.PropertyKeyed{Key: key, Kind: ast.PropertyKindValue, Value: item}
				object.Properties = append(object.Properties, property)
			}
		}
		b.Target = object
	}
}

// indexed are the hooks that return lists.
var indexed = set("useState useReducer useTransition")
