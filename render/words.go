package render

import (
	"net/url"
	"regexp"
	"strings"
	"sync"
)

// reactErrors are the texts of React's errors by their numbers: its builds for production have only the numbers. They
// are those of the builds for development, which are as in scripts/error-codes/codes.json of React's repository.
var reactErrors = sync.OnceValue(func() map[string]string {
	data, err := runtimeFiles.ReadFile("runtime/react-errors.txt")
	if err != nil {
		panic(err)
	}
	texts := map[string]string{}
	for line := range strings.Lines(string(data)) {
		number, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		texts[number] = strings.ReplaceAll(text, `\n`, "\n")
	}
	return texts
})

// minified matches the message of React's formatProdErrorMessage.
var minified = regexp.MustCompile(`Minified React error #(\d+); visit https://react\.dev/errors/\d+(?:\?(\S*))? for ` +
	`the full message or use the non-minified dev environment for full errors and additional helpful warnings\.`)

// structures matches an error of goja, which prints its own structures.
var structures = regexp.MustCompile(`(?s)Could not convert .*? to primitive`)

// inWords replaces React's numbers in a text, and goja's structures.
func inWords(text string) string {
	text = structures.ReplaceAllString(text, "Cannot convert object to primitive value")
	return minified.ReplaceAllStringFunc(text, func(message string) string {
		m := minified.FindStringSubmatch(message)
		text, ok := reactErrors()[m[1]]
		arguments, err := url.ParseQuery(m[2])
		if !ok || err != nil {
			return message
		}
		for i, part := range strings.Split(text, "%s") {
			if i == 0 {
				text = part
				continue
			}
			if values := arguments["args[]"]; i <= len(values) {
				text += values[i-1]
			}
			text += part
		}
		return text
	})
}
