package render

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
)

// BuildError holds every message of a bundle that failed.
type BuildError struct {
	// Target is "server" or "browser".
	Target string
	// Messages are ready to print, one a message, each with file, line and column where it has one.
	Messages []string
}

// Error joins the messages.
func (e *BuildError) Error() string {
	return fmt.Sprintf("bundle for the %s:\n%s", e.Target, strings.Join(e.Messages, "\n"))
}

func newBuildError(target string, messages []api.Message) *BuildError {
	e := &BuildError{Target: target}
	for _, m := range messages {
		text := m.Text
		if l := m.Location; l != nil {
			text = fmt.Sprintf("%s:%d:%d: %s\n\t%s", l.File, l.Line, l.Column+1, m.Text, strings.TrimSpace(l.LineText))
		}
		e.Messages = append(e.Messages, text)
	}
	return e
}

// Error is a failed render: a component threw, a page is not registered, or the time limit was exceeded.
type Error struct {
	// Name is the page or island that was being rendered.
	Name string
	// Message is what was thrown, without its position.
	Message string
	// File, Line and Column say where, in the sources below Config.Dir; File is empty when that is not known.
	File         string
	Line, Column int
	// Stack is the JavaScript stack.
	Stack string
	cause error
}

// Error names the place first, as compilers do.
func (e *Error) Error() string {
	at := ""
	if e.File != "" {
		at = fmt.Sprintf("%s:%d:%d: ", e.File, e.Line, e.Column)
	}
	return fmt.Sprintf("render %s: %s%s", e.Name, at, e.Message)
}

// Unwrap returns the interpreter's error.
func (e *Error) Unwrap() error { return e.cause }

// stackFrame matches a line of a goja stack: "at Hero (components/sections/Hero.tsx:41:7(12))".
var stackFrame = regexp.MustCompile(`(?m)\bat (?:[^\n]* \()?([^\s()]+):(\d+):(\d+)\(`)

func newError(name string, err error) *Error {
	e := &Error{Name: name, Message: err.Error(), cause: err}
	var tooDeep *goja.StackOverflowError
	if errors.As(err, &tooDeep) {
		e.Message, e.Stack = "the call stack is too deep", tooDeep.String()
		e.locate()
		return e
	}
	thrown, ok := err.(*goja.Exception)
	if !ok {
		return e
	}
	e.Message, e.Stack = thrown.Value().String(), thrown.String()
	// React catches what a component throws and throws it again, so only the error object itself still knows where it
	// was made.
	if object, ok := thrown.Value().(*goja.Object); ok {
		if stack := object.Get("stack"); stack != nil && !goja.IsUndefined(stack) {
			e.Stack = stack.String()
		}
	}
	e.locate()
	return e
}

// locate sets the position to that of the first frame in our own sources: those above it are React's or the interpreter's.
func (e *Error) locate() {
	for _, m := range stackFrame.FindAllStringSubmatch(e.Stack, -1) {
		if strings.Contains(m[1], "node_modules/") || strings.HasPrefix(m[1], runtimeNamespace) || m[1] == "native" {
			continue
		}
		e.File = m[1]
		e.Line, _ = strconv.Atoi(m[2])
		e.Column, _ = strconv.Atoi(m[3])
		return
	}
}
