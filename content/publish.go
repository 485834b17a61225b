package content

import "haulfront/content/load"

// Unpublishable reports everything that keeps a public host from serving the site, with a line for each as in Load's
// errors: samples, and the phone number, the email address and the address of a company that does not exist.
func (s *Site) Unpublishable() error {
	var ds load.Diagnostics
	for _, at := range s.samples {
		ds.Add(at, "this is a sample", `wanted what is true of your company, without "sample: true", or nothing`)
	}
	return append(ds, s.fictional...).Err()
}

// Unconfirmed reports the prices, facts and hours that the owner has not confirmed, as Unpublishable does.
func (s *Site) Unconfirmed() error { return s.unconfirmed.Err() }

// Warnings reports values that are valid and probably slips, with a line for each, as Load's errors.
func (s *Site) Warnings() error { return s.warnings.Err() }

// Unused reports prices and facts that no page shows, with a line for each, as Load's errors. Load itself accepts them:
// otherwise a page could not be removed before its facts.
func (s *Site) Unused() error { return s.unusedFacts.Err() }
