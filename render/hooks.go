package render

import (
	"slices"
	"strconv"

	"github.com/dop251/goja"
)

// React's hooks run in goja, and make objects and lists beside what they return. Here Go keeps the hooks of the
// component that it calls, and jsx.go replaces their calls. React hears of a component only when that calls another
// hook, or one in a form that jsx.go does not know. TestHooks compares both.

// calling is a call of a component by Go.
type calling struct {
	number        int // 0 between calls; it is never used again: a setter may be called late
	request, task goja.Value
	position      int
	begun         bool // React knows of the call
	// runs are those that have ended: a component runs again if it calls its own setters.
	runs  int
	again bool
	hooks []hook // of this call and, beyond made, of earlier ones
	made  int
	used  int        // of this run
	ids   int        // of this run, by useId
	set   goja.Value // what the next setter returns, if React made it
}

// hook is a state, a value with its dependencies, or a ref.
type hook struct {
	value, set    goja.Value
	deps, actions []goja.Value
}

// run calls a component until it is settled.
func (t *tree) run(f goja.Callable, props, ref goja.Value) (node goja.Value, err error) {
	c := &t.calling
	t.calls++
	c.number, c.begun, c.runs, c.again, c.made = t.calls, false, 0, true, 0
	for ; c.again && err == nil; c.runs++ {
		c.again, c.used, c.ids = false, 0, 0
		t.args = [...]goja.Value{props, ref}
		node, err = t.meter.call(f, t.args[:]...)
		if err == nil && c.begun {
			var again goja.Value
			if again, err = t.End(goja.Undefined(), t.vm.ToValue(c.again)); err == nil {
				c.again = again.ToBoolean()
			}
		}
	}
	c.number, c.runs = 0, 0
	t.usedID = t.usedID || c.ids > 0
	return node, err
}

// begin tells React of the call, since one of its own hooks needs it.
func (t *tree) begin(goja.FunctionCall) goja.Value {
	if c := &t.calling; c.number != 0 && !c.begun {
		c.begun = true
		if _, err := t.Begin(goja.Undefined(), c.request, c.task, t.vm.ToValue(c.position)); err != nil {
			panic(err)
		}
	}
	return goja.Undefined()
}

// leave ends the hooks of a component that lets React render another tree: React forgets them, too.
func (t *tree) leave(goja.FunctionCall) goja.Value {
	if t.calling.number != 0 {
		t.calling.number, t.calling.begun = 0, true
	}
	return goja.Undefined()
}

// next returns the next hook, and whether an earlier run has made it. It returns nil if the component is React's.
func (t *tree) next() (h *hook, known bool) {
	c := &t.calling
	c.set = nil
	if c.number == 0 {
		return nil, false
	}
	if known = c.used < c.made; !known {
		if c.runs > 0 {
			t.invoke(t.Fail, t.vm.ToValue(312)) // more hooks than in the first run
		}
		if c.made++; c.made > len(c.hooks) {
			c.hooks = append(c.hooks, hook{})
		}
		h := &c.hooks[c.used]
		*h = hook{deps: h.deps[:0], actions: h.actions[:0]}
	}
	c.used++
	return &c.hooks[c.used-1], known
}

// invoke calls a function, and throws what it throws.
func (t *tree) invoke(function goja.Value, args ...goja.Value) goja.Value {
	// A Callable takes two more calls of Go's recover.
	if f, ok := function.Export().(func(goja.FunctionCall) goja.Value); ok {
		return f(goja.FunctionCall{This: goja.Undefined(), Arguments: args})
	}
	f, ok := goja.AssertFunction(function)
	if !ok {
		panic(t.vm.NewTypeError("%s is not a function", function))
	}
	value, err := f(goja.Undefined(), args...)
	if err != nil {
		panic(err)
	}
	return value
}

// original calls React's own hook.
func (t *tree) original(name string, args ...goja.Value) goja.Value {
	return t.invoke(t.React.Get(name), args...)
}

// useState returns the state, and setter its setter.
func (t *tree) useState(call goja.FunctionCall) goja.Value {
	return t.state("useState", nil, call.Argument(0), goja.Undefined(), call.Arguments)
}

func (t *tree) useReducer(call goja.FunctionCall) goja.Value {
	return t.state("useReducer", call.Argument(0), call.Argument(1), call.Argument(2), call.Arguments)
}

// state returns a state. useState has no reducer. args are those of React's own hook.
func (t *tree) state(name string, reducer, initial, init goja.Value, args []goja.Value) goja.Value {
	h, known := t.next()
	switch {
	case h == nil:
		pair := t.original(name, args...).(*goja.Object)
		t.calling.set = pair.Get("1")
		return pair.Get("0")
	case known:
		for _, action := range h.actions {
			switch {
			case reducer != nil:
				h.value = t.invoke(reducer, h.value, action)
			case typeOf(action) == "function":
				h.value = t.invoke(action, h.value)
			default:
				h.value = action
			}
		}
		h.actions = h.actions[:0]
	case reducer == nil && typeOf(initial) == "function":
		h.value = t.invoke(initial)
	case init != goja.Undefined():
		h.value = t.invoke(init, initial)
	default:
		h.value = initial
	}
	return h.value
}

// maxRuns is how often a component may run for its own setters.
const maxRuns = 25

// setter returns the setter of the state before.
func (t *tree) setter(goja.FunctionCall) goja.Value {
	c := &t.calling
	if c.set != nil {
		return c.set
	}
	index, number := c.used-1, c.number
	if h := &c.hooks[index]; h.set == nil {
		set := t.vm.ToValue(func(call goja.FunctionCall) goja.Value {
			if c.runs >= maxRuns {
				t.invoke(t.Fail, t.vm.ToValue(301))
			}
			if c.number == number {
				h := &c.hooks[index]
				h.actions, c.again = append(h.actions, call.Argument(0)), true
			}
			return goja.Undefined()
		}).(*goja.Object)
		const no = goja.FLAG_FALSE
		if err := set.DefineDataProperty("length", t.vm.ToValue(1), no, no, goja.FLAG_TRUE); err != nil {
			panic(err)
		}
		h.set = set
	}
	return c.hooks[index].set
}

// memo returns useMemo or useCallback. make makes the value of the first argument; the others are the dependencies.
func (t *tree) memo(name string, make func(goja.Value) goja.Value) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		of, deps := call.Argument(0), call.Arguments[1:]
		h, known := t.next()
		if h == nil {
			return t.original(name, of, t.newArray(deps))
		}
		if !known || !slices.EqualFunc(h.deps, deps, goja.Value.SameAs) {
			h.value, h.deps = make(of), append(h.deps[:0], deps...)
		}
		return h.value
	}
}

func (t *tree) useContext(call goja.FunctionCall) goja.Value {
	if t.calling.number == 0 {
		return t.original("useContext", call.Arguments...)
	}
	return call.Argument(0).ToObject(t.vm).Get("_currentValue2")
}

// useID is React's useId, or undefined if Go does not call a component.
func (t *tree) useID(goja.FunctionCall) goja.Value {
	c := &t.calling
	if c.number == 0 {
		return goja.Undefined()
	}
	prefix := c.request.(*goja.Object).Get("resumableState").(*goja.Object).Get("idPrefix").String()
	id := "_" + prefix + "R_" + t.positions[c.position].String()
	if c.ids > 0 {
		id += "H" + strconv.FormatInt(int64(c.ids), 32)
	}
	c.ids++
	return t.vm.ToValue(id + "_")
}

// refNames are the names of a ref's properties.
var refNames = []string{"current"}

func (t *tree) useRef(call goja.FunctionCall) goja.Value {
	h, known := t.next()
	if h == nil {
		return t.original("useRef", call.Arguments...)
	}
	if !known {
		own := &props{vm: t.vm, names: refNames, values: []goja.Value{call.Argument(0)}}
		h.value = t.vm.NewDynamicObject(own)
	}
	return h.value
}

// hookPrefix precedes the names of React's hooks in those of the globals that replace them.
const hookPrefix = "__haulfront_"

// hookFunctions are the globals of jsx.go in place of React's hooks.
func (t *tree) hookFunctions() map[string]func(goja.FunctionCall) goja.Value {
	return map[string]func(goja.FunctionCall) goja.Value{
		"useState": t.useState, "useReducer": t.useReducer, "setter": t.setter, "useRef": t.useRef,
		"useContext": t.useContext, "useId": t.useID,
		"useMemo":     t.memo("useMemo", func(create goja.Value) goja.Value { return t.invoke(create) }),
		"useCallback": t.memo("useCallback", func(callback goja.Value) goja.Value { return callback }),
	}
}
