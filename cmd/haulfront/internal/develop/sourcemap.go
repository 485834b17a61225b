package develop

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-sourcemap/sourcemap"
)

// frame matches a position in a stack of Chromium's, "at f (http://host/a.js:1:2)", or of Firefox's and Safari's,
// "f@http://…".
var frame = regexp.MustCompile(`(https?://[^\s()]+):(\d+):(\d+)`)

// componentName matches a line of React's component stack: "at Hero (http://…)", or "Hero@http://…".
var componentName = regexp.MustCompile(`(?m)^\s*(?:at )?([A-Za-z_$][\w$.-]*)(?: \(|@|$)`)

// locate returns the first position of a stack that is in the project's own sources; file is empty without one.
func (h *Hub) locate(stack string) (file string, line, column int) {
	if h.files == nil {
		return "", 0, 0
	}
	for _, m := range frame.FindAllStringSubmatch(stack, -1) {
		address, err := url.Parse(m[1])
		if err != nil {
			continue
		}
		consumer, err := sourcemap.Parse(address.Path, h.files.SourceMap(address.Path))
		if err != nil {
			continue // no script of this edition
		}
		line, _ = strconv.Atoi(m[2]) // digits, as the pattern has it
		column, _ = strconv.Atoi(m[3])
		source, _, line, column, ok := consumer.Source(line, column-1)
		source = strings.TrimPrefix(source, "/")
		if i := strings.Index(source, "components/"); ok && i >= 0 && !strings.Contains(source, "node_modules/") {
			return source[i:], line, column + 1
		}
	}
	return "", 0, 0
}
