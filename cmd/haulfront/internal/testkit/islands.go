package testkit

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	sharedProps = regexp.MustCompile(`<script type="application/json" data-island-shared="([^"]*)">([^<]*)</script>`)
	propsFile   = regexp.MustCompile(`data-island-id="([^"]*)"[^>]* data-island-file="([^"]*)"`)
	ownProps    = regexp.MustCompile(`(data-island-props="([^"]*)")(?: data-island-uses="([^"]*)")?>([^<]*)`)
)

// WholeProps returns a page in which each island has all of its props, with their keys sorted. The engine sends props
// that islands share once, or in a file; files has their contents by address.
func WholeProps(page []byte, files map[string][]byte) ([]byte, error) {
	shared := map[string][]byte{}
	for _, block := range sharedProps.FindAllSubmatch(page, -1) {
		shared[string(block[1])] = block[2]
	}
	inFile := map[string][]byte{}
	for _, island := range propsFile.FindAllSubmatch(page, -1) {
		inFile[string(island[1])] = files[string(island[2])]
	}
	var problem error
	whole := ownProps.ReplaceAllFunc(sharedProps.ReplaceAll(page, nil), func(found []byte) []byte {
		parts := ownProps.FindSubmatch(found)
		props := map[string]any{}
		if common := inFile[string(parts[2])]; common != nil {
			if err := json.Unmarshal(common, &props); err != nil {
				problem = fmt.Errorf("the file of %s: %w", parts[2], err)
			}
		}
		for id := range strings.FieldsSeq(string(parts[3])) {
			if err := json.Unmarshal(shared[id], &props); err != nil {
				problem = fmt.Errorf("the shared props %s: %w", id, err)
			}
		}
		if err := json.Unmarshal(parts[4], &props); err != nil {
			problem = fmt.Errorf("the props of %s: %w", parts[1], err)
		}
		data, err := json.Marshal(props)
		if err != nil {
			problem = err
		}
		return slices.Concat(parts[1], []byte(">"), data)
	})
	return whole, problem
}
