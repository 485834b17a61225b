package server

import (
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/testkit"
)

// TestCustomerButtons draws each button that a customer's page gets, those that its component does not know included.
func TestCustomerButtons(t *testing.T) {
	t.Parallel()
	built := BuildSite(t)
	words := office.Words{Site: built.Content()}
	offer := &office.CustomerOffer{Price: "$350", Open: true, Free: true}
	page := office.CustomerPage{Layout: words.NewLayout("Request"), Status: "Booked.", Offer: offer, NewPrice: offer,
		Change:   "Something came up?",
		Openings: []office.Slot{{Value: "2026-11-24T08", Day: "Tue, Nov 24", Time: "8am"}}}
	actions := []string{"later"}
	for action := range words.Office().Customer.Buttons {
		actions = append(actions, action)
	}
	for _, action := range actions {
		page.Buttons = append(page.Buttons, office.Button{
			Action: action, Name: "answer", Value: action, Label: "To " + action})
	}
	response, err := built.Render(t.Context(), "CustomerPage", page, site.Encodings{})
	testkit.Must(t, err)
	for _, action := range actions {
		if n := strings.Count(string(response.Body), ">To "+action+"</button>"); n != 1 {
			t.Errorf("the button of %s is on the page %d times:\n%s", action, n, response.Body)
		}
	}
}
