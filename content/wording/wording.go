// Package wording has the types of the words that no page has a file for: quote.yaml, mail.yaml, office.yaml,
// pages.yaml, failures, and the labels in estimate.yaml. Package content loads them. Labels reach components; words in
// brackets are placeholders.
package wording

// ToastKind tells a confirmation from a failure.
type ToastKind string

// The two kinds of toast.
const (
	ToastSuccess     ToastKind = "success"
	ToastDestructive ToastKind = "destructive"
)

// Toast is a short message over the page.
type Toast struct {
	Kind        ToastKind `json:"kind"`
	Title       string    `json:"title"`
	Description string    `json:"description"`
}

// Step is a title with a text: a step, a reason, a job.
type Step struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// Tool describes a form to an assistant in the browser: attributes of WebMCP
// (https://developer.chrome.com/docs/ai/webmcp/declarative-api). The browser derives the schema from the form's
// controls.
type Tool struct {
	Description string `json:"tooldescription" yaml:"description"`
	// Name is unique on the page.
	Name string `json:"toolname" yaml:"name"`
}
