package develop

import (
	"cmp"
	"io"
	"maps"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// State is the state that browsers follow.
type State struct {
	// Edition changes when pages have to be loaded again; it is empty while the site cannot be served.
	Edition string `json:"edition"`
	// Stylesheet is the address of the stylesheet; a page that has another one swaps it.
	Stylesheet string `json:"stylesheet"`
	// Script is the address of the script; a page that has run another one imports it, which shows changed islands.
	Script   string    `json:"script"`
	Problems []Problem `json:"problems"` // of the sources on disk; the served pages may be older
}

// A Hub holds the [State] that browsers follow (server-sent events,
// https://html.spec.whatwg.org/multipage/server-sent-events.html). Its script in each page updates the page or loads it
// again, and shows problems over it.
type Hub struct {
	root    string // of the files with problems
	options Options
	hosts   []string // names of this machine besides localhost
	asset   func(path string) []byte
	script  []byte

	mu       sync.Mutex
	state    State
	problems map[string][]Problem // by part
	changed  chan struct{}        // closed at the next change
	closed   bool
	viewed   map[string]*viewers // by the path of the page
	count    int
}

type viewers struct {
	count int
	since time.Time // of the last that came
}

// Options are the options of a [Hub] and of a [Server]. All have a default.
type Options struct {
	// Editor is the pattern of the address that opens a file in an editor, with {file}, {line} and {column}: Visual
	// Studio Code's.
	Editor string
	// Hosts are names by which browsers may reach this machine, besides localhost and its own name: none.
	Hosts []string
	// Terminal receives problems: os.Stderr.
	Terminal io.Writer
}

// NewHub returns a hub. Files with problems are below root. asset returns a built file by its path, or nil: the hub
// serves those, so that browsers have changed scripts before the pages that name them.
func NewHub(root string, options Options, asset func(path string) []byte) *Hub {
	options.Editor = cmp.Or(options.Editor, "vscode://file{file}:{line}:{column}")
	if options.Terminal == nil {
		options.Terminal = os.Stderr
	}
	h := &Hub{
		root: root, options: options, hosts: options.Hosts, asset: asset, script: compile(client),
		problems: map[string][]Problem{}, changed: make(chan struct{}), viewed: map[string]*viewers{},
	}
	if name, err := os.Hostname(); err == nil {
		h.hosts = append(slices.Clone(h.hosts), name, name+".local") // the latter by multicast DNS
	}
	return h
}

// IsLocal reports whether a request's host is an address or a name of this machine. Any other name may be one that its
// owner has made resolve to this machine (DNS rebinding), so that the pages of another site could read the sources:
// refuse such requests.
func (h *Hub) IsLocal(host string) bool {
	name := strings.ToLower((&url.URL{Host: host}).Hostname())
	if _, err := netip.ParseAddr(name); err == nil || name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	return slices.ContainsFunc(h.hosts, func(own string) bool { return strings.EqualFold(own, name) })
}

// Built publishes the newest script and stylesheet. The pages that name them may follow.
func (h *Hub) Built(script, stylesheet string) {
	h.update(func() bool {
		changed := script != h.state.Script || stylesheet != h.state.Stylesheet
		h.state.Script, h.state.Stylesheet = script, stylesheet
		return changed
	})
}

// Served publishes that the newest files are served, with other pages or the same ones, and drops the problems of pages
// that have changed.
func (h *Hub) Served(otherPages bool) {
	h.update(func() bool {
		before := len(h.problems)
		maps.DeleteFunc(h.problems, func(part string, _ []Problem) bool {
			return strings.HasPrefix(part, oneComponent) || otherPages && strings.HasPrefix(part, onePage)
		})
		h.collect()
		if otherPages {
			h.count++ // no other process has had this edition
			h.state.Edition = strconv.FormatInt(time.Now().UnixMilli(), 36) + "." + strconv.Itoa(h.count)
		}
		return otherPages || len(h.problems) != before
	})
}

// Report replaces the problems of a part, and reports whether they differ from those before.
func (h *Hub) Report(part string, problems ...Problem) (news bool) {
	for i := range problems {
		problems[i].complete(h.root, h.options.Editor)
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

// The beginnings of the parts that are a page in the browser, or a component on the server.
const (
	onePage      = "page "
	oneComponent = "component "
)

// collect puts all problems into the state. The caller holds h.mu.
func (h *Hub) collect() {
	var problems []Problem
	for _, part := range slices.Sorted(maps.Keys(h.problems)) {
		problems = append(problems, h.problems[part]...)
	}
	h.state.Problems = unique(problems)
}

// Viewed returns the paths of the pages that browsers show, at most a given number: the last opened ones.
func (h *Hub) Viewed(most int) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	newest := func(a, b string) int { return h.viewed[b].since.Compare(h.viewed[a].since) }
	paths := slices.SortedFunc(maps.Keys(h.viewed), newest)
	return paths[:min(len(paths), most)]
}

// Close ends all streams.
func (h *Hub) Close() {
	h.update(func() bool { h.closed = true; return true })
}

// State returns the current state.
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

// follow returns the state, and a channel that is closed when it changes.
func (h *Hub) follow() (state State, changed <-chan struct{}, closed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.state, h.changed, h.closed
}

// viewPause is the time within which browsers open an ended stream again: their pages are viewed in the meantime.
const viewPause = 3 * time.Second

// view records that a browser shows a page, until leave is called.
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
		time.AfterFunc(viewPause, func() {
			h.mu.Lock()
			defer h.mu.Unlock()
			if v.count--; v.count == 0 && h.viewed[path] == v {
				delete(h.viewed, path)
			}
		})
	}
}
