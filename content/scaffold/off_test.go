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
	files := folder(t, c)
	business := string(files["business.yaml"].Data)
	for _, part := range company.Parts {
		t.Run(part, func(t *testing.T) {
			files["business.yaml"].Data = []byte(strings.Replace(business, "# off: [estimate]", "off: ["+part+"]", 1))
			s, err := content.Load(files)
			if err != nil {
				t.Fatal(err)
			}
			if text := shown(t, s); part == company.PartLoads && strings.Contains(text, "quarter of the truck") {
				t.Error("pages have the prices of loads")
			}
		})
	}
}
