package scaffold

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"haulfront/content/company"
	"haulfront/content/contact"
)

// Complete adds what an address of a site lacks as people type it, "saguarohauling.com".
func (c *Company) Complete() {
	if c.URL != "" && !strings.Contains(c.URL, "://") {
		c.URL = "https://" + c.URL
	}
}

// Wrong says what is wrong with the answers that are given, and what is wanted; nil for nothing.
func (c Company) Wrong() error {
	c.Complete()
	state, known := findState(c.State)
	site, siteErr := company.ParseSite(c.URL)
	modes := []string{company.BookingSelf, company.BookingAsk, company.BookingOff}
	switch {
	case c.Phone != "" && len(contact.ParsePhone(c.Phone).Number) != 10:
		return fmt.Errorf("the phone number is %q; wanted a North American one with its ten digits", c.Phone)
	case c.Email != "" && contact.Mailbox(contact.CleanEmail(c.Email)) == "":
		return fmt.Errorf("the email address is %q; wanted one like hello@example.com", c.Email)
	case c.URL != "" && (siteErr != nil || site.Scheme != "https" || !strings.Contains(site.Host, ".")):
		return fmt.Errorf("the web address is %q; wanted one like https://www.example.com, without a path", c.URL)
	case c.Radius < 0:
		return errors.New("the miles are no number above 0; wanted one such as 30")
	case c.State != "" && !known:
		return fmt.Errorf("there is no state %q; wanted one such as TX", c.State)
	case c.Booking != "" && !slices.Contains(modes, c.Booking):
		return fmt.Errorf("the booking is %q; wanted one of %s", c.Booking, strings.Join(modes, ", "))
	case !slices.Contains([]string{"", "truck", "trailer"}, c.Vehicle):
		return fmt.Errorf("the vehicle is %q; wanted truck or trailer", c.Vehicle)
	case c.Address != "" && !addressForm.MatchString(c.Address):
		return fmt.Errorf("the address is %q; wanted one like 100 Example St, Dallas, TX 75201", c.Address)
	}
	if len(c.Services) > 0 {
		if _, _, err := c.services(); err != nil {
			return err
		}
	}
	if c.Hours != "" {
		if _, err := hoursBlock(c.Hours, "", false); err != nil {
			return err
		}
	}
	if len(c.Towns) == 0 {
		return nil
	}
	_, err := c.area(state)
	return err
}
