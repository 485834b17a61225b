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

// An object takes goja half a kilobyte and ten allocations, and React makes two for each element. Here elements and
// their props are values of Go. Calls of jsx are replaced before they are compiled, see fold. TestMadeElements compares
// what components see.

// elementFunction is the global that makes the elements of calls that fold has replaced.
const elementFunction = "__haulfrontElement"

// element is an element of React, as a [goja.DynamicObject]. As in React's development build, it is read-only.
type element struct {
	tree    *tree
	of, key goja.Value // a key that is not a text is made one when it is read
	folded  props
	props   *goja.Object  // nil until it is needed
	values  [4]goja.Value // of a folded call, if there are no more
}

// props are the props of an element, as a [goja.DynamicObject].
type props struct {
	vm     *goja.Runtime
	names  []string
	values []goja.Value
	items  []goja.Value // of children, if they are not among the names
	frozen bool
}

// list moves the items to an array among the values.
func (p *props) list() {
	if p.items != nil {
		children := make([]any, len(p.items))
		for i, item := range p.items {
			children[i] = item
		}
		p.names, p.items = append(slices.Clip(p.names), "children"), nil
		p.values = append(p.values, p.vm.NewArray(children...))
	}
}

func (p *props) Get(name string) goja.Value {
	p.list()
	return p.get(name)
}

func (p *props) Set(name string, value goja.Value) bool {
	if p.list(); p.frozen {
		return false
	}
	i := slices.Index(p.names, name)
	if i < 0 {
		i, p.names, p.values = len(p.names), append(slices.Clip(p.names), name), append(p.values, nil)
	}
	p.values[i] = value
	return true
}

func (p *props) Delete(name string) bool {
	if p.list(); p.frozen {
		return false
	}
	if i := slices.Index(p.names, name); i >= 0 {
		p.names, p.values = slices.Delete(slices.Clone(p.names), i, i+1), slices.Delete(p.values, i, i+1)
	}
	return true
}

func (p *props) Has(name string) bool { return p.Get(name) != nil }
func (p *props) Keys() []string       { p.list(); return p.names }

func (p *props) get(name string) goja.Value {
	if i := slices.Index(p.names, name); i >= 0 {
		return p.values[i]
	}
	return nil
}

func (e *element) Get(name string) goja.Value {
	switch name {
	case "$$typeof":
		return e.tree.ElementType
	case "type":
		return e.of
	case "key":
		if e.key == goja.Undefined() {
			return goja.Null()
		}
		return e.tree.vm.ToValue(e.key.String())
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
		e.folded.vm = e.tree.vm
		e.props = e.tree.vm.NewDynamicObject(&e.folded)
	}
	return e.props
}

// elementOf returns the element that an object is.
func (t *tree) elementOf(node *goja.Object) (e *element, ok bool) {
	if node.ExportType() == reflect.TypeFor[*element]() {
		return node.Export().(*element), true
	}
	if node.Get("$$typeof") != t.ElementType {
		return nil, false
	}
	e = &element{tree: t, of: node.Get("type")}
	e.props, ok = node.Get("props").(*goja.Object)
	return e, ok
}

func (t *tree) propsOf(e *element) *props {
	if e.props == nil {
		return &e.folded
	}
	if e.props.ExportType() == reflect.TypeFor[*props]() {
		return e.props.Export().(*props)
	}
	p := &props{names: e.props.Keys(), values: t.values[:0]}
	for _, name := range p.names {
		p.values = append(p.values, e.props.Get(name))
	}
	t.values = p.values
	return p
}

// newElement makes an element with a key, which is undefined if there is none.
func (t *tree) newElement(e *element, key goja.Value) goja.Value {
	e.tree, e.key = t, key
	switch key := key.(type) {
	case *goja.Symbol:
		panic(t.vm.NewTypeError("Cannot convert a Symbol value to a string"))
	case *goja.Object:
		e.key = t.vm.ToValue(key.String())
	}
	return t.vm.NewDynamicObject(e)
}

// freeze reports whether a value is an element or its props, which goja cannot freeze: elements are read-only, as in
// React's development build. It freezes props if the second argument says so.
func (t *tree) freeze(call goja.FunctionCall) goja.Value {
	made, ok := call.Argument(0).(*goja.Object)
	if ok && made.ExportType() == reflect.TypeFor[*props]() {
		own := made.Export().(*props)
		own.frozen = own.frozen || call.Argument(1).ToBoolean()
		return t.vm.ToValue(true)
	}
	return t.vm.ToValue(ok && made.ExportType() == reflect.TypeFor[*element]())
}

// jsx returns a function that does the same as React's, the argument.
func (t *tree) jsx(call goja.FunctionCall) goja.Value {
	original, _ := goja.AssertFunction(call.Argument(0))
	return t.vm.ToValue(func(call goja.FunctionCall) goja.Value {
		props, ok := call.Argument(1).(*goja.Object)
		if ok && props.Get("key") == nil {
			return t.newElement(&element{of: call.Argument(0), props: props}, call.Argument(2))
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
	of            goja.Value // nil if it is an argument
	names         []string
	listed, keyed bool
}

// element makes an element. The arguments are those of fold.
func (t *tree) element(call goja.FunctionCall) goja.Value {
	form := call.Argument(0).String()
	s, known := t.shapes[form]
	if !known {
		words, keyed := strings.CutSuffix(form, " !")
		words, listed := strings.CutSuffix(words, " *")
		names := strings.Fields(words)
		s = shape{names: names[1:], listed: listed, keyed: keyed}
		if names[0] != anyType {
			s.of = t.vm.ToValue(names[0])
		}
		t.shapes[form] = s
	}
	e, key := &element{of: s.of}, goja.Undefined()
	values := append(e.values[:0], call.Arguments[1:]...)
	if s.of == nil {
		e.of, values = values[0], values[1:]
	}
	if s.keyed {
		key, values = values[len(values)-1], values[:len(values)-1]
	}
	e.folded = props{names: s.names, values: values}
	if n := len(s.names); s.listed {
		e.folded.values, e.folded.items = values[:n:n], values[n:]
	}
	return t.newElement(e, key)
}

// reactImport matches the variables that esbuild makes of imports of React's modules. Other variables have such a name
// in other modules, too.
var reactImport = regexp.MustCompile(`\b(?:(import_(?:jsx_runtime|react)\d*)\s*=\s*|([\w$]+)\s*=\s*__toESM\()` +
	`__require\("react(?:/jsx-runtime)?"`)

// foldable matches the names of props that fold knows.
var foldable = regexp.MustCompile(`^[a-zA-Z][\w:-]*$`)

// anyType stands for a type that is an argument.
const anyType = "-"

// fold replaces a call of jsx, such as jsx("p", { title: x, children: [y, z] }, k), by element("p title * !", x, y, z,
// k): "*" stands for listed children, and "!" for a key. jsx(Box, { size: x }) becomes element("- size", Box, x).
func (r repair) fold(call *ast.CallExpression) {
	args := call.ArgumentList
	if name := r.reactFunction(call); name != "jsx" && name != "jsxs" || len(args) < 2 {
		return
	}
	tag, _ := args[0].(*ast.StringLiteral)
	config, _ := args[1].(*ast.ObjectLiteral)
	if config == nil {
		return
	}
	form, values := anyType, []ast.Expression{nil, args[0]}
	if tag != nil && (plainElements[tag.Value.String()] || voidElements[tag.Value.String()]) {
		form, values = tag.Value.String(), values[:1]
	}
	for i, property := range config.Value {
		name, value := plainProperty(property)
		if name == "key" || !foldable.MatchString(name) || slices.Contains(strings.Fields(form)[1:], name) {
			return
		}
		if list, _ := plainItems(value); name == "children" && len(list) > 0 && i == len(config.Value)-1 {
			form, values = form+" *", append(values, list...)
		} else {
			form, values = form+" "+name, append(values, value)
		}
	}
	if len(args) == 3 {
		form, values = form+" !", append(values, args[2])
	}
	values[0] = &ast.StringLiteral{Idx: args[0].Idx0(), Value: unistring.NewFromString(form)}
	call.Callee, call.ArgumentList = &ast.Identifier{Idx: call.Callee.Idx0(), Name: elementFunction}, values
}

// reactFunction returns the name of React's function that is called as esbuild calls imported functions, or "".
func (r repair) reactFunction(call *ast.CallExpression) string {
	callee := call.Callee
	if list, ok := callee.(*ast.SequenceExpression); ok && len(list.Sequence) == 2 {
		callee = list.Sequence[1]
	}
	if function, ok := callee.(*ast.DotExpression); ok {
		if from, ok := function.Left.(*ast.Identifier); ok && r.react[from.Name.String()] {
			return function.Identifier.Name.String()
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
func plainItems(value ast.Expression) (items []ast.Expression, ok bool) {
	list, ok := value.(*ast.ArrayLiteral)
	if !ok || slices.ContainsFunc(list.Value, func(item ast.Expression) bool {
		_, spread := item.(*ast.SpreadElement)
		return spread || item == nil
	}) {
		return nil, false
	}
	return list.Value, true
}

// states returns declarations without lists: [a, b] = useState(x) is a = useState(x), b = setter(). With iterators it
// takes goja fifteen times as long.
func (r repair) states(bindings []*ast.Binding) (out []*ast.Binding) {
	for _, b := range bindings {
		pattern, _ := b.Target.(*ast.ArrayPattern)
		call, _ := b.Initializer.(*ast.CallExpression)
		if pattern == nil || call == nil || !isPair(pattern) {
			out = append(out, b)
			continue
		}
		switch name := r.reactFunction(call); name {
		case "useState", "useReducer":
			values := []ast.Expression{hookCall(call, name, call.ArgumentList...), hookCall(call, "setter")}
			for i, item := range pattern.Elements {
				out = append(out, &ast.Binding{Target: item.(ast.BindingTarget), Initializer: values[i]})
			}
		default:
			out = append(out, b)
		}
	}
	return out
}

// isPair reports whether a list has one or two targets, without holes and defaults.
func isPair(pattern *ast.ArrayPattern) bool {
	isOther := func(e ast.Expression) bool { _, ok := e.(ast.BindingTarget); return !ok }
	n := len(pattern.Elements)
	return n > 0 && n <= 2 && pattern.Rest == nil && !slices.ContainsFunc(pattern.Elements, isOther)
}

// hookCall returns a call of one of hookFunctions in the place of another call.
func hookCall(of *ast.CallExpression, name string, args ...ast.Expression) *ast.CallExpression {
	callee := &ast.Identifier{Idx: of.Idx0(), Name: unistring.NewFromString(hookPrefix + name)}
	return &ast.CallExpression{Callee: callee, ArgumentList: args, RightParenthesis: of.RightParenthesis}
}

// hook replaces a call of a hook: useMemo(f, [x, y]) becomes useMemo(f, x, y), because the list takes goja as long as
// the hook. Effects lose their functions: the server calls none.
func (r repair) hook(call *ast.CallExpression) {
	args, name := call.ArgumentList, r.reactFunction(call)
	switch name {
	case "useRef", "useContext":
		*call = *hookCall(call, name, args...)
	case "useEffect", "useLayoutEffect", "useInsertionEffect":
		if len(args) > 0 && isFunction(args[0]) {
			args[0] = &ast.NumberLiteral{Idx: args[0].Idx0(), Value: int64(0)}
		}
	case "useMemo", "useCallback":
		if len(args) != 2 || !isFunction(args[0]) {
			return
		}
		if list, ok := plainItems(args[1]); ok {
			*call = *hookCall(call, name, append(args[:1:1], list...)...)
		}
	}
}

func isFunction(e ast.Expression) bool {
	switch e.(type) {
	case *ast.ArrowFunctionLiteral, *ast.FunctionLiteral:
		return true
	}
	return false
}
