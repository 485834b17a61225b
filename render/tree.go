package render

import (
	"cmp"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// React's renderer takes about a thousand goja instructions per element: six functions visit it and prepare to resume
// after a suspension. Here Go visits the elements: it writes those that element.go knows, calls components, and hands
// everything else to React, which hands the children back. TestElements and TestTrees compare the bytes.

// tree is the Go half of React's renderer in one runtime.
type tree struct {
	vm *goja.Runtime
	fromReact
	samples map[sample]string // of attributes

	components map[*goja.Object]component // of the render
	calling    calling
	calls      int           // of components so far
	args       [2]goja.Value // of the call of a component

	// shapes are those of elements by their form, and values are a buffer for props.
	shapes map[string]shape
	values []goja.Value

	overflow overflow
	meter    meter

	// maxHTML bounds the HTML in bytes. depth is the nesting of nodes on Go's stack, and steps counts the visited
	// nodes.
	maxHTML, depth, steps int

	// out is the HTML that Go has written, and pieces are 0 and the ends of its pieces. React's output has their
	// numbers instead of their text.
	out    []byte
	pieces []int
	// embedded: a text was written last. React separates it from a following text.
	embedded bool
	// positions are the positions in the tree, for the ids of useId. React has their indexes.
	positions []position
	usedID    bool // the component called last has used useId
	// path are the types of the elements around the current node that React did not visit; failed are those around an
	// exception, innermost first.
	path, failed []goja.Value

	// firstThrown is the exception that Go saw last; caught is the value that React caught last, and caughtIn its
	// record of the components around it. waits: it is React's reason against components that wait for promises.
	firstThrown      *goja.Exception
	caught, caughtIn goja.Value
	waits            bool

	// slots are the islands of the page so far.
	slots []Slot
}

// fromReact are values and functions of React, see the end of runtime/tree.js.
type fromReact struct {
	// These are React's symbols for elements, fragments and two kinds of components.
	ElementType, FragmentType, MemoType, ForwardRefType goja.Value
	// RenderNode lets React render a node, ChildFormat makes the format context inside an element, and Suspends reports
	// whether a thrown object is that of a component which waits for a promise.
	RenderNode, ChildFormat, Suspends goja.Callable
	// TooDeep is what React catches in place of a node that is left to a task of its own.
	TooDeep goja.Value
	// Begin tells React of a call of a component, and End of its end. Fail throws React's error with a number.
	Begin, End goja.Callable
	Fail       goja.Value
	// Attribute returns React's attribute for a prop.
	Attribute goja.Callable
	// ComponentNames are the names of the components of React's record of them, and ComponentFunctions their functions.
	ComponentNames, ComponentFunctions goja.Callable
	React                              *goja.Object
}

func (t *tree) connect(call goja.FunctionCall) goja.Value {
	if err := t.vm.ExportTo(call.Argument(0), &t.fromReact); err != nil {
		panic(err)
	}
	return goja.Undefined()
}

// reset prepares for the next render.
func (t *tree) reset() {
	t.out, t.pieces, t.positions = t.out[:0], append(t.pieces[:0], 0), append(t.positions[:0], position{id: 1})
	clear(t.path)
	t.path, t.failed, t.embedded = t.path[:0], nil, false
	t.depth, t.steps, t.overflow.count = 0, 0, 0
	t.firstThrown, t.caught, t.caughtIn, t.waits = nil, nil, nil, false
	t.slots, t.values, t.calling, t.components = nil, nil, calling{}, map[*goja.Object]component{}
}

// bound ends the render if its HTML has too many bytes.
func (t *tree) bound(length int) {
	if length > t.maxHTML {
		t.vm.Interrupt(ErrTooLarge) // JavaScript cannot catch it
	}
}

// step ends the render if it has taken too long or written too much. goja notices an interrupt only while it runs
// JavaScript, and elements and arrays run none.
func (t *tree) step() {
	if t.steps++; t.steps%1024 != 0 {
		return
	}
	t.bound(len(t.out))
	if _, err := t.Suspends(goja.Undefined()); err != nil {
		panic(err)
	}
}

// piece ends a piece, and returns its number times two, plus one if it ends in a text.
func (t *tree) piece() goja.Value {
	number := 2 * (len(t.pieces) - 1)
	t.pieces = append(t.pieces, len(t.out))
	if t.embedded {
		number++
	}
	return t.vm.ToValue(number)
}

// text returns the text of a piece, by the number that piece returned.
func (t *tree) text(number int64) []byte {
	return t.out[t.pieces[number/2]:t.pieces[number/2+1]]
}

// visit is one call of render, for a request and a task of React.
type visit struct {
	*tree
	request, task goja.Value
	// base is the length of tree.path with the types that React knows.
	base int
}

type place struct {
	position int // an index of tree.positions
	index    int // of the node in its array, or -1
	format   *format
}

// render renders a node for React. It returns undefined if it leaves the node to React, else the number of the last
// piece. The arguments are the request, the task, the node, whether a text was written last, the position and the
// format context.
func (t *tree) render(call goja.FunctionCall) goja.Value {
	node := call.Argument(2).(*goja.Object)
	v := &visit{t, call.Argument(0), call.Argument(1), len(t.path)}
	if node.ClassName() != "Array" {
		v.base++ // React adds the node itself
	}
	at := place{position: int(call.Argument(4).ToInteger()), index: -1, format: &format{value: call.Argument(5)}}
	around, outside, completed := t.depth, len(t.path), false
	defer func() { t.depth = around }()
	defer func() {
		if completed {
			return
		}
		v.fail(len(t.path))
		t.path = t.path[:outside]
		t.out = t.out[:t.pieces[len(t.pieces)-1]] // an error boundary may catch it
	}()
	t.embedded = call.Argument(3).ToBoolean()
	done := v.object(node, at)
	completed = true
	if !done {
		return goja.Undefined()
	}
	return t.piece()
}

// fail notes the types around an exception, up to an index of the path.
func (v *visit) fail(end int) {
	v.failed = slices.Clone(v.path[min(v.base, end):end])
	slices.Reverse(v.failed)
}

// failure returns the types of the elements that were being rendered when render threw, innermost first.
func (t *tree) failure(goja.FunctionCall) goja.Value {
	return t.newArray(t.failed)
}

func (t *tree) newArray(values []goja.Value) goja.Value {
	items := make([]any, len(values))
	for i, value := range values {
		items[i] = value
	}
	return t.vm.NewArray(items...)
}

// catch receives an error that React caught, and its record of the components around it.
func (t *tree) catch(call goja.FunctionCall) goja.Value {
	value := call.Argument(0)
	text, isText := value.(goja.String)
	waits := isText && strings.HasPrefix(text.String(), `The server used "renderToString" which does not support Susp`)
	if t.caught == nil || !waits {
		t.caught, t.caughtIn, t.waits = value, call.Argument(1), waits
	}
	return goja.Undefined()
}

func (v *visit) visit(node goja.Value, at place) {
	switch node := node.(type) {
	case nil:
	case goja.String:
		v.write(node.String())
	case *goja.Object:
		v.depth++
		if v.depth > maxNested && v.mayPostpone(node) {
			v.hand(node, at, v.TooDeep)
		} else if !v.object(node, at) {
			v.hand(node, at, goja.Undefined())
		}
		v.depth--
	default:
		switch node.Export().(type) {
		case nil, bool:
		case int64, float64:
			v.write(node.String())
		default:
			v.hand(node, at, goja.Undefined())
		}
	}
}

// mayPostpone reports whether a deep node is left to a task of its own: an element of HTML, because React ends the text
// of a task with a comment that would not be there otherwise, or any node that is twice as deep.
func (v *visit) mayPostpone(node *goja.Object) bool {
	if v.depth > 2*maxNested {
		return true
	}
	_, isHTML := node.Get("type").(goja.String)
	return isHTML
}

// write is React's pushTextInstance.
func (v *visit) write(text string) {
	if text == "" {
		return
	}
	if v.embedded {
		v.out = append(v.out, "<!-- -->"...)
	}
	v.out = appendEscaped(v.out, text)
	v.embedded = true
}

func appendEscaped(out []byte, text string) []byte {
	return append(out, escaper.Replace(text)...)
}

// object renders an element or an array. It returns false if that is left to React.
func (v *visit) object(node *goja.Object, at place) (done bool) {
	v.step()
	if node.ClassName() == "Array" {
		v.array(node, at)
		return true
	}
	e, ok := v.elementOf(node)
	if !ok {
		return false
	}
	v.path = append(v.path, e.of)
	switch of := e.of.(type) {
	case goja.String:
		done = v.host(of.String(), node, e, at)
	case *goja.Symbol:
		if done = goja.Value(of) == v.FragmentType; done {
			own := v.propsOf(e)
			v.children(own.get("children"), own.items, place{at.position, -1, at.format})
		}
	case *goja.Object:
		c := v.componentOf(of)
		if done = c.call != nil && !(c.withRef && e.object().Get("ref") != nil); done {
			v.call(c, node, e, at)
		}
	}
	v.path = v.path[:len(v.path)-1]
	return done
}

func (v *visit) array(nodes *goja.Object, at place) {
	total := int(nodes.Get("length").ToInteger())
	for i := range total {
		v.item(nodes.Get(strconv.Itoa(i)), total, i, at)
	}
}

// item renders one of the nodes of an array.
func (v *visit) item(node goja.Value, total, i int, at place) {
	v.step()
	inside := place{at.position, i, at.format}
	if _, ok := node.(*goja.Object); ok {
		inside.position = v.inside(at.position, total, i)
	}
	v.visit(node, inside)
}

// children renders a node and items in its place.
func (v *visit) children(node goja.Value, items []goja.Value, at place) {
	v.visit(node, at)
	for i, item := range items {
		v.item(item, len(items), i, at)
	}
}

// component is a function that Go calls, or the one inside of a memo or forwardRef.
type component struct {
	call    goja.Callable // nil: it is left to React, as classes are
	withRef bool          // its second argument is a ref; with one, it is left to React
}

func (t *tree) componentOf(of *goja.Object) component {
	c, known := t.components[of]
	if known {
		return c
	}
	if of.ClassName() == "Function" {
		prototype, _ := of.Get("prototype").(*goja.Object)
		if prototype == nil || prototype.Get("isReactComponent") == nil {
			c.call, _ = goja.AssertFunction(of)
		}
	} else if kind := of.Get("$$typeof"); kind == t.MemoType {
		if inner, ok := of.Get("type").(*goja.Object); ok {
			c = t.componentOf(inner)
		}
	} else if kind == t.ForwardRefType {
		c.call, c.withRef = goja.AssertFunction(of.Get("render"))
	}
	t.components[of] = c
	return c
}

// call calls the component of an element and renders its result.
func (v *visit) call(c component, element *goja.Object, e *element, at place) {
	v.bound(len(v.out))
	v.usedID = false
	v.calling.request, v.calling.task, v.calling.position = v.request, v.task, at.position
	ref := goja.Undefined()
	if c.withRef {
		ref = goja.Null()
	}
	node, err := v.run(c.call, e.object(), ref)
	if err != nil {
		v.suspend(element, err, at)
		return
	}
	if v.usedID {
		at.position = v.inside(at.position, 1, 0)
	}
	at.index = -1
	v.visit(node, at)
}

// host renders an HTML element. It returns false if it is left to React.
func (v *visit) host(name string, node *goja.Object, e *element, at place) (done bool) {
	own := v.propsOf(e)
	s, ok := v.appendStart(v.out, name, own, at.format)
	if !ok {
		return false
	}
	v.out, v.embedded = append(s.out, s.inner...), false
	if text, ok := s.children.(goja.String); ok {
		v.out = appendEscaped(v.out, text.String())
	} else if s.children != nil || own.items != nil {
		v.children(s.children, own.items, place{at.position, -1, at.format.inside(name, node)})
	}
	if !voidElements[name] {
		v.out = append(append(append(v.out, "</"...), name...), '>')
	}
	v.embedded = false
	return true
}

// suspend lets React make a task of an element whose component waits for a promise, and panics with all other errors.
// React renders the siblings of such an element, because what they put into the head stays.
func (v *visit) suspend(element *goja.Object, err error, at place) {
	thrown, ok := err.(*goja.Exception)
	v.firstThrown = thrown
	if !ok || len(v.path) <= v.base { // React catches what its own node throws
		panic(err)
	}
	object, ok := thrown.Value().(*goja.Object)
	if !ok {
		panic(err)
	}
	if suspends, other := v.Suspends(goja.Undefined(), object); other != nil || !suspends.ToBoolean() {
		panic(cmp.Or(other, err))
	}
	v.path = v.path[:len(v.path)-1]
	v.hand(element, at, object)
	v.path = append(v.path, element.Get("type"))
}

// hand gives a node to React, which throws thrown in its place if that is not undefined.
func (v *visit) hand(node goja.Value, at place, thrown goja.Value) {
	v.fail(len(v.path))
	result, err := v.meter.call(v.RenderNode, v.request, v.task, node, v.vm.ToValue(at.index),
		v.vm.ToValue(at.position), at.format.context(v.tree), v.piece(), thrown)
	if err != nil {
		v.path = v.path[:v.base] // React has noted the types
		panic(err)
	}
	v.embedded = result.ToBoolean()
}

// format is a format context of React, which depends on the surrounding elements. It is made on demand: few nodes need
// it.
type format struct {
	value  goja.Value
	around *format
	// element is the surrounding one. If settled, plain elements inside have the same format.
	element *goja.Object
	settled bool
}

// changesFormat are the elements with another format context inside, see React's getChildFormatContext.
var changesFormat = set("noscript select svg picture math foreignObject table thead tbody tfoot colgroup tr head html")

func (f *format) inside(name string, element *goja.Object) *format {
	special := changesFormat[name]
	if f.settled && !special {
		return f
	}
	return &format{around: f, element: element, settled: !special}
}

func (f *format) context(t *tree) goja.Value {
	if f.value == nil {
		around := f.around.context(t)
		value, err := t.ChildFormat(goja.Undefined(), around, f.element.Get("type"), f.element.Get("props"))
		if err != nil {
			panic(err)
		}
		f.value = value
	}
	return f.value
}

// position is React's tree context: the path to a node, packed from the low end below a leading 1, and the overflow.
type position struct {
	id       uint32
	overflow string
}

// inside returns the position of a child by its index, like React's pushTreeContext.
func (t *tree) inside(around, total, index int) int {
	outer := t.positions[around]
	length := bits.Len32(outer.id) - 1
	id := outer.id &^ (1 << length)
	own := bits.Len32(uint32(total))
	overflow := outer.overflow
	if own+length > 30 {
		full := length - length%5
		overflow = strconv.FormatUint(uint64(id&(1<<full-1)), 32) + overflow
		id >>= full
		length -= full
	}
	t.positions = append(t.positions, position{1<<(own+length) | uint32(index+1)<<length | id, overflow})
	return len(t.positions) - 1
}

// add receives an island of the page that is being rendered: its id, its name, its props as JSON, the names of those
// that come from a file, and whether it has children and is never hydrated.
func (t *tree) add(call goja.FunctionCall) goja.Value {
	s := Slot{ID: call.Argument(0).String(), Name: call.Argument(1).String(), inFile: object{}}
	var err error
	if s.props, err = objectOf([]byte(call.Argument(2).String())); err != nil {
		panic(t.vm.NewGoError(err))
	}
	t.vm.ForOf(call.Argument(3), func(key goja.Value) bool {
		if value, ok := s.props[key.String()]; ok {
			s.inFile[key.String()] = value
		}
		return true
	})
	s.Props, s.island = s.props.encode(), island{s.Name, s.ID, call.Argument(4).ToBoolean()}
	s.never = call.Argument(5).ToBoolean()
	t.slots = append(t.slots, s)
	return goja.Undefined()
}

// position is inside, for React.
func (t *tree) position(call goja.FunctionCall) goja.Value {
	argument := func(i int) int { return int(call.Argument(i).ToInteger()) }
	return t.vm.ToValue(t.inside(argument(0), argument(1), argument(2)))
}

// positionID is React's getTreeId.
func (t *tree) positionID(call goja.FunctionCall) goja.Value {
	return t.vm.ToValue(t.positions[call.Argument(0).ToInteger()].String())
}

func (p position) String() string {
	return strconv.FormatUint(uint64(p.id&^(1<<(bits.Len32(p.id)-1))), 32) + p.overflow
}
