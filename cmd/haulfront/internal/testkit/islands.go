package testkit

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
)

var (
	propsFile = regexp.MustCompile(`data-island-id="([^"]*)"[^>]* data-island-file="([^"]*)"`)
	ownProps  = regexp.MustCompile(`(data-island-props="([^"]*)")>([^<]*)`)
)

// WholeProps returns a page in which each island has all of its props, with their keys sorted. The engine sends
// some in files, whose contents are by address.
func WholeProps(page []byte, files map[string][]byte) ([]byte, error) {
	inFile := map[string][]byte{}
	for _, island := range propsFile.FindAllSubmatch(page, -1) {
		inFile[string(island[1])] = files[string(island[2])]
	}
	var problem error
	whole := ownProps.ReplaceAllFunc(page, func(found []byte) []byte {
		parts := ownProps.FindSubmatch(found)
		props := map[string]any{}
		if common := inFile[string(parts[2])]; common != nil {
			if err := json.Unmarshal(common, &props); err != nil {
				problem = fmt.Errorf("the file of %s: %w", parts[2], err)
			}
		}
		if err := json.Unmarshal(parts[3], &props); err != nil {
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
