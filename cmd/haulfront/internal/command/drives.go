package command

import (
	"fmt"
	"io"
	"strings"

	"haulfront/content"
	"haulfront/content/company"
	"haulfront/content/zipcode"
)

// writeDrives names the ZIP codes of other post offices that have the drive to a town with a page, since no line of
// locations.yaml says so.
func writeDrives(w io.Writer, s *content.Site) {
	carried := map[string][]string{}
	for _, code := range zipcode.Codes() {
		office, reach := s.Town(code), s.Reach(code)
		if _, own := s.Towns.Served(office); own.Name == "" && reach.Kind == company.AreaYes && reach.Near != nil {
			town := s.PricedTown(code)
			carried[town] = append(carried[town], code+" ("+office+")")
		}
	}
	for _, t := range s.Towns.Cities {
		if p := s.PriceList.Prices[t.Drive]; p != nil && carried[t.Name] != nil {
			fmt.Fprintf(w, "note: customers in %s pay the drive to %s, %s, too: no town of locations.yaml has these "+
				"ZIP codes, and they are near it and no nearer to the center of map.yaml. A town under also without "+
				"a drive has none.\n", strings.Join(carried[t.Name], ", "), t.Name, p)
		}
	}
}
