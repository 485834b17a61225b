package content

import (
	"io/fs"
	"net/url"
	"slices"

	"haulfront/content/company"
	"haulfront/content/load"
)

// Options say for whom content is loaded.
type Options struct {
	// Drafts shows drafts, with their placeholders, for a developer. What is still to be written is not checked.
	Drafts bool
	// Hosts are the hosts that serve the site; by default, the host of the url in business.yaml does.
	Hosts []string
}

// isPublic reports whether a host that serves the site may be a company's own.
func (o Options) isPublic(fsys fs.FS) bool {
	hosts := o.Hosts
	if len(hosts) == 0 {
		var company struct{ URL string }
		_ = load.Decode(fsys, "business.yaml", &company) // a problem has its diagnostic when the content is loaded
		if own, err := url.Parse(company.URL); err == nil {
			hosts = []string{own.Hostname()}
		}
	}
	return slices.ContainsFunc(hosts, company.PublicHost)
}

// Samples lists what says sample: true, and whether it was left out because a public host serves the site.
func (s *Site) Samples() (list []load.Sample, leftOut bool) {
	return s.samples.Found, s.samples.LeaveOut
}

// Unpublishable reports everything that the owner has to replace before the site is published, with a line for each as
// in Load's errors: samples, and the phone number, the email address and the address of a company that does not exist.
func (s *Site) Unpublishable() error {
	var ds load.Diagnostics
	for _, sample := range s.samples.Found {
		ds.Add(load.Position{File: sample.File, Line: sample.Line}, sample.Key+" is a sample",
			`wanted what is true of your company, without "sample: true", or nothing`)
	}
	return append(ds, s.fictional...).Err()
}

// Warnings reports values that are valid and probably slips, with a line for each, as Load's errors.
func (s *Site) Warnings() error { return s.warnings.Err() }

// Unused reports prices and facts that no page shows, with a line for each, as Load's errors. Load itself accepts them:
// otherwise a page could not be removed before its facts.
func (s *Site) Unused() error { return s.unusedFacts.Err() }
