package testkit

import "fmt"

// Targets are the IDs of the home page that links from far away lead to.
var Targets = []string{"locations", "faq", "contact"}

// AtTarget is a JavaScript condition: the page has loaded, and its element with an ID is where a link to it leads.
func AtTarget(id string) string {
	return fmt.Sprintf(`document.readyState === "complete" && document.fonts.status === "loaded" && (() => {
		const {top} = document.getElementById(%q)?.getBoundingClientRect() ?? {};
		return Math.abs(top - parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)) <= 8;
	})()`, id)
}
