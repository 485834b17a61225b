// Package develop is what a developer's browser is told while the site is served from a checkout: that pages or styles have changed,
// and what is wrong with the sources. Nothing of it is served otherwise.
//
// A [Hub] holds the [State] that browsers follow. Its handler, see [Hub.Wrap], puts a script into every page; the script waits for
// the next state (server-sent events, https://html.spec.whatwg.org/multipage/server-sent-events.html), shows in the page what has
// changed, or loads it again where that is not enough, and shows problems over it. A [Watcher] reports which files have changed. A Hub and a Watcher may be used
// by several goroutines.
package develop

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// State is what browsers follow.
type State struct {
	// Edition changes whenever pages have to be loaded again; it is empty while there are none to be loaded.
	Edition string `json:"edition"`
	// Stylesheet is the address of the stylesheet; a page that has another one swaps it.
	Stylesheet string `json:"stylesheet"`
	// Script is the address of the browser's script; a page that has run another one imports it, which shows changed islands.
	Script string `json:"script"`
	// Problems are what is wrong with the sources as they are now. Pages are those of the last ones that were right.
	Problems []Problem `json:"problems"`
}

// Hub knows the state, and who follows it.
type Hub struct {
	// Root is the folder that files of problems are below.
	root string
	// editor is the pattern of the address that opens a file in an editor.
	editor string
	files  Files

	mu       sync.Mutex
	state    State
	problems map[string][]Problem // by what they are problems of
	changed  chan struct{}        // closed at the next change
	closed   bool
	// viewed are the pages that browsers follow, by path.
	viewed map[string]*viewers
	count  int
}

// viewers are the browsers that show one page.
type viewers struct {
	count int
	since time.Time // of the last that came
}

// Files are the built files that browsers are told of.
type Files interface {
	// NotServed returns the file at a path that is built and not served yet, nil for none.
	NotServed(path string) []byte
	// SourceMap returns the source map of the script at a path, nil for none.
	SourceMap(path string) []byte
}

// NewHub makes a hub. Files of problems are below root, and editor is the pattern of the address that opens one of them in an editor,
// with {file}, {line} and {column}. Files is nil where nothing is built.
func NewHub(root, editor string, files Files) *Hub {
	return &Hub{
		root: root, editor: editor, files: files, problems: map[string][]Problem{}, changed: make(chan struct{}), viewed: map[string]*viewers{},
	}
}

// nextEdition sets an edition that no other process has had. The caller holds h.mu.
func (h *Hub) nextEdition() {
	h.count++
	h.state.Edition = strconv.FormatInt(time.Now().UnixMilli(), 36) + "." + strconv.Itoa(h.count)
}

// Built tells browsers what scripts and styles there are from now on. The pages that name them may follow.
func (h *Hub) Built(script, stylesheet string) {
	h.update(func() bool {
		changed := script != h.state.Script || stylesheet != h.state.Stylesheet
		h.state.Script, h.state.Stylesheet = script, stylesheet
		return changed
	})
}

// Served tells browsers that what was built is served, with other pages or the same ones. What was wrong with single pages is
// forgotten with those.
func (h *Hub) Served(otherPages bool) {
	h.update(func() bool {
		before := len(h.problems)
		maps.DeleteFunc(h.problems, func(part string, _ []Problem) bool {
			return strings.HasPrefix(part, oneComponent) || otherPages && strings.HasPrefix(part, onePage)
		})
		h.collect()
		if otherPages {
			h.nextEdition()
		}
		return otherPages || len(h.problems) != before
	})
}

// Report shows what is wrong with a part of the sources, in place of what was wrong with it before; nothing is wrong with it
// without problems. It reports whether that is news.
func (h *Hub) Report(part string, problems ...Problem) (news bool) {
	for i := range problems {
		problems[i].complete(h.root, h.editor)
	}
	return h.update(func() bool {
		if slices.EqualFunc(problems, h.problems[part], Problem.equal) {
			return false
		}
		h.problems[part] = problems
		h.collect()
		return true
	})
}

// These begin the parts that are a page in the browser, or a component on the server.
const (
	onePage      = "page "
	oneComponent = "component "
)

// ReportComponent shows why the component of a page or an island cannot be rendered, until something else is served.
func (h *Hub) ReportComponent(name string, problems ...Problem) {
	h.Report(oneComponent+name, problems...)
}

// collect gathers all problems in the state. The caller holds h.mu.
func (h *Hub) collect() {
	h.state.Problems = nil
	for _, part := range slices.Sorted(maps.Keys(h.problems)) {
		h.state.Problems = append(h.state.Problems, h.problems[part]...)
	}
	h.state.Problems = unique(h.state.Problems)
}

// Viewed are the paths of the pages that browsers show, at most the given number: those that were opened last.
func (h *Hub) Viewed(most int) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	paths := slices.SortedFunc(maps.Keys(h.viewed), func(a, b string) int { return h.viewed[b].since.Compare(h.viewed[a].since) })
	return paths[:min(len(paths), most)]
}

// Close ends all that follow.
func (h *Hub) Close() {
	h.update(func() bool {
		h.closed = true
		return true
	})
}

// State is the state as it is now.
func (h *Hub) State() State {
	state, _, _ := h.follow()
	return state
}

func (h *Hub) update(change func() bool) (changed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if changed = change(); changed {
		close(h.changed)
		h.changed = make(chan struct{})
	}
	return changed
}

// follow returns the state, and a channel that is closed when there is another one.
func (h *Hub) follow() (state State, changed <-chan struct{}, closed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.state, h.changed, h.closed
}

// view notes that a browser shows a page, until the function that it returns is called.
func (h *Hub) view(path string) (leave func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.viewed[path] == nil {
		h.viewed[path] = &viewers{}
	}
	v := h.viewed[path]
	v.count++
	v.since = time.Now()
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if v.count--; v.count == 0 && h.viewed[path] == v {
			delete(h.viewed, path)
		}
	}
}

// text is all problems for a terminal.
func text(problems []Problem) string {
	var out strings.Builder
	for _, p := range problems {
		out.WriteString(p.String())
		out.WriteByte('\n')
	}
	return out.String()
}
