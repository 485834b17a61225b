package content

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"haulfront/content/company"
	"haulfront/content/load"
)

// FolderPrice is the price that the folder states and the office has changed; false if they are the same.
func (s *Site) FolderPrice(key string) (price company.Price, differs bool) {
	price, differs = s.covered[key]
	return price, differs
}

// findCovered warns of prices of the folder that the office covers with others: changes of them show nowhere.
func (s *Site) findCovered(d *load.Decoder) {
	const file = "prices.yaml"
	s.covered = map[string]company.Price{}
	data, _ := load.ReadFile(d.Fsys, file) // decoding has the diagnostics
	root, _ := load.ParseYAML(file, string(data))
	for key, shown := range s.PriceList.Prices {
		var own company.Price
		node := load.Child[ast.Node](load.Child[ast.Node](root, "prices"), key)
		if !strings.HasPrefix(d.Positions[shown].File, officeLayer+"/") || node == nil ||
			yaml.NodeToValue(node, &own) != nil || own == *shown {
			continue
		}
		s.covered[key] = own
		d.Warnings.Add(load.Position{File: file, Line: node.GetToken().Position.Line},
			fmt.Sprintf("the price %q is %s, and the office has set it to %s", key, own, shown),
			"wanted the same, or the office's change taken back at /office/site")
	}
}
