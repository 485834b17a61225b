package render

import (
	"bytes"
	"errors"
	htmltemplate "html/template"
	"net/http"
)

// errorPage has no style and no script, so that every Content-Security-Policy allows it.
var errorPage = htmltemplate.Must(htmltemplate.New("error").Parse(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>{{.Title}}</title></head>
<body>
<h1>{{.Title}}</h1>
<p>{{.Text}}</p>
{{range .Problems}}<h2>{{.Text}}</h2>
{{if .File}}<p><code>{{.File}}:{{.Line}}:{{.Column}}</code></p>
{{end}}{{with .Source}}<pre><code>{{.}}</code></pre>
{{end}}{{end}}{{with .Components}}<h2>Components</h2>
<ol>{{range .}}<li><code>{{.}}</code></li>{{end}}</ol>
{{end}}{{with .Stack}}<h2>Stack</h2>
<pre><code>{{.}}</code></pre>
{{end}}</body>
</html>
`))

// ErrorPage returns the status and an HTML page for a request that failed with an error of this package: 503 where it may
// succeed a little later, with [ErrBusy], [ErrTimeout] or [ErrClosed], and 500 with anything else. With details, which are for
// development, the page has what the error knows: files, lines, components and the stack. Without them it says nothing
// about the program.
func ErrorPage(err error, details bool) (status int, page []byte) {
	content := struct {
		Title, Text, Stack string
		Problems           []Message
		Components         []string
	}{Title: "Something went wrong", Text: "This page could not be made. The problem is on our side."}
	status = http.StatusInternalServerError
	if errors.Is(err, ErrBusy) || errors.Is(err, ErrTimeout) || errors.Is(err, ErrClosed) {
		status = http.StatusServiceUnavailable
		content.Title, content.Text = "Too busy", "This page could not be made in time. Please try again in a moment."
	}
	if details {
		content.Text = err.Error()
		var build *BuildError
		var thrown *Error
		switch {
		case errors.As(err, &build):
			content.Text, content.Problems = "The "+string(build.Target)+" bundle could not be made.", build.Messages
		case errors.As(err, &thrown):
			content.Text = "While rendering " + thrown.Name + ":"
			content.Problems = []Message{{Text: thrown.Message, File: thrown.File, Line: thrown.Line, Column: thrown.Column}}
			content.Components, content.Stack = thrown.Components, thrown.Stack
		}
	}
	var out bytes.Buffer
	if err := errorPage.Execute(&out, content); err != nil {
		panic("render: the error page: " + err.Error()) // the template is a constant
	}
	return status, out.Bytes()
}
