package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"time"

	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/server/web"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/audit"
	"haulfront/cmd/haulfront/internal/site/seo"
	"haulfront/content"
	"haulfront/content/company"
)

// checkCommand is "haulfront check".
type checkCommand struct {
	config.Flags
	Update  bool `help:"Record today as the date of changed pages, in the content's lastmod.yaml."`
	Publish bool `help:"Also fail while anything is invented or unconfirmed: samples, prices, a fictional number."`
}

// Run renders every page and reports all problems, each with its file or path and the remedy.
func (c *checkCommand) Run(ctx context.Context, env *environment) error {
	set, err := c.Settings()
	if err != nil {
		return err
	}
	progress := env.showProgress("building the site")
	defer progress.end()
	built, err := openOffline(ctx, set, env, nil)
	if err != nil {
		return err
	}
	mode := built.Content().Business.Booking.Mode
	if len(set.OwnerEmail)+len(set.OfficeUsers) == 0 && (mode == company.BookingSelf || mode == company.BookingAsk) {
		fmt.Fprintf(env.Stdout, "note: booking is %s in business.yaml. Customers can pick a time, and forms say so, "+
			"where the server has OFFICE_USERS, or OWNER_EMAIL with SMTP_URL. Neither is set here, which is no "+
			"failure.\n", mode)
	}
	return built.check(ctx, c, env, progress)
}

// check reports the problems of the site, after updating the dates of pages if requested.
func (s *offline) check(ctx context.Context, c *checkCommand, env *environment, progress *progress) error {
	snapshot, err := s.snapshot(ctx, progress)
	if err != nil {
		return err
	}
	if c.Update {
		if err := s.update(snapshot, env.Now()); err != nil {
			return err
		}
	}
	writeNotes(env.Stdout, s.Site)
	if err := s.files.Overlooked(); err != nil {
		fmt.Fprintf(env.Stdout, "notes, which are no failures:\n%v\n", err)
	}
	progress.say("comparing %d pages", len(snapshot.Pages))
	problems := errors.Join(audit.Check(snapshot), s.CheckPhotos(), s.files.BorrowedPlaces(), s.files.Unwritten(),
		s.files.Hidden())
	if c.Publish {
		problems = errors.Join(problems, s.Content().Unpublishable(), s.Content().Unconfirmed(),
			checkDays(&s.Content().Business, env.Now().In(s.Content().Location())))
	}
	if problems != nil {
		return fmt.Errorf("check:\n%w", problems)
	}
	_, err = fmt.Fprintf(env.Stdout, "%d pages and %d documents for machines agree\n", len(snapshot.Pages),
		len(snapshot.Documents))
	return err
}

// checkDays reports days in business.yaml since which nothing can be true yet.
func checkDays(b *company.Business, now time.Time) error {
	var problems []error
	if b.LegalSince > now.Format(time.DateOnly) {
		problems = append(problems, fmt.Errorf("business.yaml: legalSince is %s, and /privacy, /terms and "+
			"/accessibility are online before; wanted %s or an earlier day", b.LegalSince, now.Format(time.DateOnly)))
	}
	if b.Since > now.Year() {
		problems = append(problems, fmt.Errorf("business.yaml: the company began in %d; wanted %d or an earlier year",
			b.Since, now.Year()))
	}
	return errors.Join(problems...)
}

// writeNotes lists the content's warnings, values that nothing shows, which an update of the program can leave, the
// costs of trackers, and drafts.
func writeNotes(w io.Writer, s *site.Site) {
	if err := errors.Join(s.Warnings(), s.Content().Unused()); err != nil {
		fmt.Fprintf(w, "warnings:\n%v\n", err)
	}
	writeDrives(w, s.Content())
	for _, line := range web.TrackerCosts(s.Content().Business.Trackers) {
		fmt.Fprintln(w, line)
	}
	for _, draft := range s.Content().Drafts() {
		fmt.Fprintf(w, "%s is a draft and left out\n", draft.File)
	}
}

// snapshot renders all pages, as exported, and all documents for crawlers.
func (s *offline) snapshot(ctx context.Context, progress *progress) (*audit.Snapshot, error) {
	files := maps.Collect(s.Files())
	take := func(file string) ([]byte, error) {
		body, err := files[file](ctx)
		if err != nil {
			return nil, fmt.Errorf("make %s: %w", file, err)
		}
		return body, nil
	}
	snapshot := &audit.Snapshot{
		Base:      s.BaseURL().String(),
		Documents: map[string][]byte{}, LastMod: s.Config().LastMod, Digests: s.Digests(),
		Serves: func(path string) bool { return files[path] != nil },
	}
	for _, document := range s.DocumentPaths() {
		var err error
		if snapshot.Documents[document], err = take(document); err != nil {
			return nil, err
		}
	}
	routes := append(s.Content().Routes(), content.Route{Path: "/404.html"})
	for i, r := range routes {
		progress.say("rendering page %d of %d", i+1, len(routes))
		file := r.Path
		if r.Kind != "" {
			file = path.Join(r.Path, "index.html")
		}
		body, err := take(file)
		if err != nil {
			return nil, err
		}
		page, err := audit.Read(r, body)
		if err != nil {
			return nil, err
		}
		snapshot.Pages = append(snapshot.Pages, page)
		delete(files, file) // leaves the files that are not pages
	}
	return snapshot, nil
}

// update writes the current dates of pages, and puts them into the snapshot.
func (s *offline) update(snapshot *audit.Snapshot, now time.Time) error {
	former := snapshot.LastMod
	snapshot.LastMod = former.Update(snapshot.Digests, now.In(s.Content().Location()).Format(time.DateOnly))
	program, err := seo.ReadLastMod(content.FS)
	if err != nil {
		return err
	}
	for path, known := range former { // the company's pages that are gone stay until they lead somewhere
		_, exists := snapshot.Digests[path]
		if !exists && known != program[path] && s.Content().Redirect(path, "") == "" {
			snapshot.LastMod[path] = known
		}
	}
	for _, d := range seo.Sitemaps(snapshot.Base, s.Content().Summaries(),
		func() seo.LastMod { return snapshot.LastMod }, seo.MaxURLs) {
		snapshot.Documents[d.Path] = d.Body()
	}
	file := filepath.Join(s.contentDir, seo.LastModFile)
	if _, err := os.Stat(filepath.Dir(file)); s.contentDir == "" || errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--update writes %s in a folder of content or in a checkout: name it with --content or "+
			"--sources", seo.LastModFile)
	}
	if err := os.WriteFile(file, snapshot.LastMod.Encode(), 0o644); err != nil {
		return fmt.Errorf("write the pages' days: %w", err)
	}
	return nil
}
