// Package props has the props of pages and islands. Their TypeScript types are generated from it.
package props

// Stock is the page.
type Stock struct {
	Name    string  `json:"name"`
	Counter Counter `json:"counter"`
}

// Counter is an island.
type Counter struct {
	Start int    `json:"start"`
	Unit  string `json:"unit"`
}
