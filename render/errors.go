package render

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
	"github.com/evanw/esbuild/pkg/api"
	"github.com/go-sourcemap/sourcemap"
)

// Errors of a render besides an [*Error] and the error of the caller's context. An *Error wraps the last three.
var (
	// ErrBusy: no runtime was free within [Config.Wait]. Answer with 503; the client may retry.
	ErrBusy = errors.New("all JavaScript runtimes are busy")
	// ErrClosed: [Engine.Close] was called.
	ErrClosed = errors.New("the engine is closed")
	// ErrTimeout: the render took longer than [Config.Timeout].
	ErrTimeout = errors.New("the render took too long")
	// ErrTooLarge: the HTML is longer than [Config.MaxHTML].
	ErrTooLarge = errors.New("the HTML is too large")
	// ErrMemory: the render needed more memory than [Config.MaxMemory].
	ErrMemory = errors.New("the render took too much memory")
)

var errTooDeep = errors.New("the call stack is too deep")

// panicError is a panic in Go code called from JavaScript, in the interpreter, or in a bundler plugin.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// recovered, deferred, turns a panic into an error, so that none ends the program.
func recovered(err *error) {
	switch value := recover().(type) {
	case nil:
	case *goja.InterruptedError: // Go code read a property whose getter was interrupted
		*err = value
	case *goja.StackOverflowError:
		*err = value
	default:
		*err = &panicError{value, debug.Stack()}
	}
}

// BuildError has every message of a failed bundle.
type BuildError struct {
	// Target is the bundle, [Server] or [Browser].
	Target   Target
	Messages []Message
}

// Message is a problem at one place of the sources.
type Message struct {
	Text string
	// File, Line and Column are its place in the sources below Config.Dir, and Source is that line. File is "" if the
	// place is unknown. Lines and columns begin at 1.
	File         string
	Line, Column int
	Source       string
}

// String returns the message with its place first, as compilers print it.
func (m Message) String() string {
	if m.File == "" {
		return m.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s\n\t%s", m.File, m.Line, m.Column, m.Text, strings.TrimSpace(m.Source))
}

// Error returns all messages, one per line.
func (e *BuildError) Error() string {
	text := fmt.Sprintf("bundle for the %s:", e.Target)
	for _, m := range e.Messages {
		text += "\n" + m.String()
	}
	return text
}

func newBuildError(target Target, messages []api.Message) *BuildError {
	e := &BuildError{Target: target}
	for _, m := range messages {
		message := Message{Text: m.Text}
		if l := m.Location; l != nil {
			message.File, message.Line, message.Column, message.Source = l.File, l.Line, l.Column+1, l.LineText
		}
		e.Messages = append(e.Messages, message)
	}
	return e
}

// newSyntaxError describes syntax of a bundle that goja does not know, with its place in the sources.
func newSyntaxError(err error, sourceMap []byte) error {
	list, ok := err.(parser.ErrorList)
	positions, mapErr := sourcemap.Parse("", sourceMap)
	if !ok || len(list) == 0 || mapErr != nil {
		return fmt.Errorf("parse the server program: %w", err)
	}
	m := Message{Text: list[0].Message + ": goja, which runs JavaScript on the server, does not know this syntax"}
	if file, _, line, column, ok := positions.Source(list[0].Position.Line, list[0].Position.Column-1); ok {
		m.File, m.Line, m.Column = file, line, column+1
	}
	return &BuildError{Target: Server, Messages: []Message{m}}
}

// Error is a failed render: a component threw, a page is not registered, or a limit was exceeded ([ErrTimeout],
// [ErrTooLarge], [ErrMemory]).
type Error struct {
	// Name is the page or island that was being rendered.
	Name string
	// Message is the text of the thrown value, without its position.
	Message string
	// File, Line and Column are the place in the sources below Config.Dir; File is "" if the place is unknown. Lines
	// and columns begin at 1.
	File         string
	Line, Column int
	// Stack is the JavaScript stack, or the Go stack after a panic.
	Stack string
	// Components are the names of the component that threw and of its ancestors, innermost first.
	Components []string
	// thrown: JavaScript threw it, which leaves the runtime in order.
	thrown bool
	cause  error
}

// Error returns the message with its place first, or else the component.
func (e *Error) Error() string {
	at := ""
	if e.File != "" {
		at = fmt.Sprintf("%s:%d:%d: ", e.File, e.Line, e.Column)
	} else if len(e.Components) > 0 {
		at = "in " + e.Components[0] + ": "
	}
	return fmt.Sprintf("render %s: %s%s", e.Name, at, e.Message)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// stackFrame matches a line of a goja stack: "at Hero (components/sections/Hero.tsx:41:7(12))".
var stackFrame = regexp.MustCompile(`(?m)^\s*at (?:\S.* \()?(.+?):(\d+):(\d+)\(\d+\)\)?$`)

// newError describes a failure besides an exception, see worker.describe.
func newError(name string, err error) *Error {
	e := &Error{Name: name, cause: err}
	switch err := err.(type) {
	case *Error: // of the server's entry, or described already
		named := *err
		named.Name = name
		return &named
	case *goja.InterruptedError:
		e.cause, e.Stack = err.Unwrap(), formatFrames(err.Stack())
	case *goja.StackOverflowError:
		e.cause, e.Stack = errTooDeep, formatFrames(err.Stack())
	case *panicError:
		e.Stack = string(err.stack)
	}
	e.Message = e.cause.Error()
	e.locate()
	return e
}

// locate sets the position to the first stack frame in the sources below Config.Dir, or else in a package. The others
// are React's, the engine's or the interpreter's, and show no mistake.
func (e *Error) locate() {
	for _, m := range stackFrame.FindAllStringSubmatch(e.Stack, -1) {
		_, module, isPackage := strings.Cut(m[1], "node_modules/")
		isReact := strings.HasPrefix(module, "react/") || strings.HasPrefix(module, "react-dom/")
		if isReact || strings.HasPrefix(m[1], runtimeNamespace) || isPackage && e.File != "" {
			continue
		}
		e.File = m[1]
		if file, err := url.PathUnescape(m[1]); err == nil { // goja escapes "[id].tsx"
			e.File = file
		}
		e.Line, _ = strconv.Atoi(m[2])
		e.Column, _ = strconv.Atoi(m[3])
		e.Column++ // source maps count from 0
		if !isPackage {
			return
		}
	}
}
