package server

import (
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/testkit"
)

// TestCustomerButtons draws each button that a customer's page gets, and what it asks first, also of those that its
// component does not know.
func TestCustomerButtons(t *testing.T) {
	t.Parallel()
	built := BuildSite(t)
	words := office.Words{Site: built.Content()}
	offer := &office.CustomerOffer{Price: "$350", Open: true, Free: true}
	page := office.CustomerPage{Layout: words.NewLayout("Request"), Status: "Booked.", Offer: offer, NewPrice: offer,
		Booking:  offer,
		Ahead:    []office.PlanVisit{{Number: 1, Slot: "Tue, Nov 24, 8–10am", Changes: true}},
		Change:   "Something came up?",
		Openings: []office.Slot{{Value: "2026-11-24T08", Day: "Tue, Nov 24", Time: "8am"}}}
	actions := []string{"later"}
	for action, its := range words.Office().ByAction {
		if its.CustomerButton != "" {
			actions = append(actions, action)
		}
	}
	for _, action := range actions {
		page.Buttons = append(page.Buttons, office.Button{
			Action: action, Name: "answer", Value: action, Label: "To " + action, Sure: "Not " + action})
	}
	response, err := built.Render(t.Context(), "CustomerPage", page, site.Encodings{})
	testkit.Must(t, err)
	for _, sure := range []string{">Not cancel</p>", ">To later</summary>", ">Not later</p>"} {
		if !strings.Contains(string(response.Body), sure) {
			t.Errorf("the page does not ask %q", sure)
		}
	}
	for _, action := range actions {
		if n := strings.Count(string(response.Body), ">To "+action+"</button>"); n != 1 {
			t.Errorf("the button of %s is on the page %d times:\n%s", action, n, response.Body)
		}
	}
}
