package scaffold

import (
	"strings"
	"testing"

	"haulfront/content"
	"haulfront/content/company"
)

// Each part of the site can be switched off in a new folder, with all services of the program.
func TestEachPartOff(t *testing.T) {
	c := saguaro
	c.Services = []string{"all"}
	for _, part := range company.Parts {
		t.Run(part, func(t *testing.T) {
			s, err := content.Load(folder(t, c, "# off: [estimate]", "off: ["+part+"]"))
			if err != nil {
				t.Fatal(err)
			}
			if text := shown(t, s); part == company.PartLoads && strings.Contains(text, "quarter of the truck") {
				t.Error("pages have the prices of loads")
			}
		})
	}
}
