package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/backup"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/server/alert"
	"haulfront/content/contact"
)

const (
	// A disk is nearly full when less is free than both of these: a gigabyte holds thousands of leads with photographs,
	// each of which takes a file while it is received, and a tenth suits small disks.
	diskReserve = 1 << 30
	fileReserve = 1_000
	diskShare   = 10
	// lastingFailures of a delivery take some five minutes: a glitch is over by then.
	lastingFailures = 3
	// maxNamed is how many refused mails an alert names.
	maxNamed = 20
	// diskRelief, in tenths, is the hysteresis: the alert ends when this much more is free.
	diskRelief = 12
)

// newMonitor returns the monitor that alerts the owner of failures, nil with ALERT_AFTER=off.
func (s *Server) newMonitor() *alert.Monitor {
	after := s.Settings.AlertAfter
	if after == 0 {
		return nil
	}
	words := alertWords{s.zone}
	var overdue outbox.Overdue // of this check, as retries are: sources run in order
	var retries []outbox.Retry
	disk := diskWatch{usage: s.leads.Disk}
	cfg := alert.Config{
		After: after, Name: s.Current().Content().Brand().Name, Log: s.log, Now: s.Now,
		Ways: s.alertWays(), Ready: s.leads.Ready, Heartbeat: s.Settings.Heartbeat,
		Sources: []alert.Source{
			{Name: "undelivered", Find: func(ctx context.Context) (_ []alert.Trouble, _ bool, err error) {
				overdue, err = s.leads.Overdue(ctx, s.Now().Add(-after))
				return words.undelivered(overdue.Undelivered), true, err
			}},
			{Name: "failing", Find: func(ctx context.Context) (_ []alert.Trouble, _ bool, err error) {
				retries, err = s.leads.Retries(ctx)
				return words.failing(overdue.Failing, retries), true, err
			}},
			{Name: "refused", Find: func(context.Context) ([]alert.Trouble, bool, error) {
				return words.refused(retries), true, nil
			}},
			{Name: "disk", Find: func(context.Context) ([]alert.Trouble, bool, error) { return disk.find() }},
			{Name: "unshown", Find: func(context.Context) ([]alert.Trouble, bool, error) {
				return unshown(s.office), true, nil
			}},
			{Name: "backup", Find: func(ctx context.Context) ([]alert.Trouble, bool, error) {
				last, regular, err := backup.Last(ctx, s.leads.Journal)
				if errors.Is(err, journal.ErrNoDisk) {
					err = nil
				}
				return words.backup(last, regular && s.Now().Sub(last) > backup.Gap), true, err
			}},
		},
	}
	if len(cfg.Ways) == 0 && (s.Settings.LeadWebhookURL != nil || s.Settings.SupabaseURL != nil) {
		s.log.Warn("the owner gets no alerts: set SMTP_URL and OWNER_EMAIL, or ALERT_URL")
	}
	if s.mails != nil {
		watch := mailWatch{check: s.mails.sender.Check, now: s.Now, after: after, words: words}
		cfg.Sources = append(cfg.Sources, alert.Source{Name: "mail", Find: watch.find})
	}
	return alert.New(cfg)
}

// reachesNobody returns the warning of a public site whose leads only wait in the journal; "" for any other.
func (s *Server) reachesNobody() string {
	set := s.Settings
	if !contact.PublicHost(s.Current().BaseURL().Hostname()) || set.LeadWebhookURL != nil || set.SupabaseURL != nil ||
		len(set.OwnerEmail)+len(set.OfficeUsers)+len(set.Destinations) > 0 {
		return ""
	}
	return "leads reach nobody, and nobody can book a time: set SMTP_URL and OWNER_EMAIL, OFFICE_USERS, or " +
		"LEAD_WEBHOOK_URL"
}

// zone returns the company's time zone.
func (s *Server) zone() *time.Location { return s.Current().Content().Location() }

// alertWays returns the ways to reach the owner, in order of preference.
func (s *Server) alertWays() []alert.Way {
	var ways []alert.Way
	if s.mails != nil {
		ways = append(ways, alert.Way{Name: "mail", Send: s.mails.alert})
	}
	if address := s.Settings.AlertURL; address != nil {
		ways = append(ways, alert.ByPost(address))
	}
	return ways
}

// alertWords composes the texts of alerts.
type alertWords struct{ zone func() *time.Location }

func (w alertWords) time(t time.Time) string { return t.In(w.zone()).Format("Mon Jan 2, 3:04 PM") }

func (w alertWords) undelivered(leads []journal.Lead) (list []alert.Trouble) {
	for _, l := range leads {
		var b strings.Builder
		for _, f := range quote.Recorded() {
			if value := f.Text(&l.Request); value != "" && !f.Hidden {
				fmt.Fprintf(&b, "  %s: %s\n", f.Name, strings.ReplaceAll(value, "\n", "\n    "))
			}
		}
		list = append(list, alert.Trouble{
			Name:    "undelivered/" + l.ID,
			Summary: fmt.Sprintf("The quote request received %s didn't reach you.", w.time(l.Received)),
			Detail:  fmt.Sprintf("Call them now:\n%s  (haulfront leads show %s)", b.String(), l.ID),
		})
	}
	return list
}

func (w alertWords) failing(kinds []outbox.FailingKind, retries []outbox.Retry) (list []alert.Trouble) {
	for _, f := range kinds {
		leads := "a lead"
		if f.Leads > 1 {
			leads = fmt.Sprintf("%d leads", f.Leads)
		}
		answer := ""
		if i := slices.IndexFunc(retries, func(d outbox.Retry) bool { return d.Kind == f.Kind }); i >= 0 {
			answer = "The last answer: " + retries[i].Last.Error + "\n"
		}
		list = append(list, alert.Trouble{
			Name:    "failing/" + string(f.Kind),
			Summary: fmt.Sprintf("%s has not accepted %s since %s.", f.Kind.System(), leads, w.time(f.Oldest)),
			Detail: answer + "To see them: haulfront leads list --status queued, or --status dead.\n" +
				"To send dead ones again: haulfront leads replay --dead",
		})
	}
	return list
}

func unshown(o *office.Office) (list []alert.Trouble) {
	for _, id := range o.Unshown() {
		list = append(list, alert.Trouble{Name: "unshown/" + id,
			Summary: fmt.Sprintf("The office can't show the quote request %s.", journal.Reference(id)),
			Detail:  fmt.Sprintf("To see it: haulfront leads show %s\nThe log says why it can't be shown.", id)})
	}
	return list
}

// refused is one trouble, however many mails of the office and to visitors are refused: it ends when none is.
func (w alertWords) refused(retries []outbox.Retry) []alert.Trouble {
	var b strings.Builder
	n := 0
	for _, d := range retries {
		if d.Kind.Delivers() || d.Failures < lastingFailures {
			continue
		}
		if n++; n <= maxNamed {
			fmt.Fprintf(&b, "%s (%s): %s\n", d.Name, journal.Reference(d.ID), d.Last.Error)
		}
	}
	return troubleIf(n > 0, "refused",
		fmt.Sprintf("The mail server has not accepted mails about quote requests: %d.", n),
		b.String()+"They are tried again for three days. Call the customers if that is too late.")
}

func (w alertWords) backup(last time.Time, overdue bool) []alert.Trouble {
	return troubleIf(overdue, "backup", fmt.Sprintf("The last backup of the journal was made %s.", w.time(last)),
		"Backups ran regularly before that. Check the job that runs haulfront backup.")
}

// troubleIf returns a trouble, or nothing.
func troubleIf(is bool, name, summary, detail string) []alert.Trouble {
	if !is {
		return nil
	}
	return []alert.Trouble{{Name: name, Summary: summary, Detail: detail}}
}

const (
	// mailInterval is the time between two logins to the mail server, mailRetry after one that failed.
	mailInterval = time.Hour
	mailRetry    = 5 * time.Minute
	// mailLoginLimit bounds a login. It is part of a check of all sources.
	mailLoginLimit = 4 * time.Second
)

// mailWatch logs in to the mail server every hour: without it, days may pass until a lead shows that mail is broken.
type mailWatch struct {
	check   func(context.Context) error
	now     func() time.Time
	after   time.Duration // how long it may be broken
	words   alertWords
	next    time.Time // when the next login is due
	since   time.Time // when it first failed; zero: the last one succeeded
	problem error
}

func (w *mailWatch) find(ctx context.Context) ([]alert.Trouble, bool, error) {
	now := w.now()
	if !now.Before(w.next) {
		ctx, cancel := context.WithTimeout(ctx, mailLoginLimit)
		defer cancel()
		if w.problem = w.check(ctx); w.problem == nil {
			w.next, w.since = now.Add(mailInterval), time.Time{}
		} else {
			w.next = now.Add(mailRetry)
			if w.since.IsZero() {
				w.since = now
			}
		}
	}
	if w.since.IsZero() || now.Sub(w.since) < w.after {
		return nil, w.since.IsZero(), nil
	}
	return troubleIf(true, "mail", fmt.Sprintf("The mail server has refused logins since %s.", w.words.time(w.since)),
		w.problem.Error()+"\nCheck SMTP_URL."), true, nil
}

// diskWatch remembers whether the disk was nearly full, so that small changes do not alert again.
type diskWatch struct {
	usage       func() (bytes, files journal.Room, err error)
	full, dense bool // of bytes, and of files
}

func (d *diskWatch) find() ([]alert.Trouble, bool, error) {
	bytes, files, err := d.usage()
	if errors.Is(err, journal.ErrNoDisk) {
		return nil, true, nil
	}
	if err != nil {
		return nil, false, err
	}
	d.full, d.dense = nearlyFull(bytes, diskReserve, d.full), nearlyFull(files, fileReserve, d.dense)
	return append(troubleIf(d.full, "disk", fmt.Sprintf("The journal's disk is nearly full: %s of %s are free.",
		bytesText(bytes.Free), bytesText(bytes.Size)), "When it is full, quote requests are refused."),
		troubleIf(d.dense, "disk/files", fmt.Sprintf("The journal's disk is nearly out of inodes: %d of %d are free.",
			files.Free, files.Size), "Without one, photographs are refused. Remove small files.")...), true, nil
}

// nearlyFull reports whether less is free than a reserve and the share of a small disk.
func nearlyFull(r journal.Room, reserve uint64, former bool) bool {
	least := min(reserve, r.Size/diskShare)
	if former {
		least = least * diskRelief / 10
	}
	return r.Free < least
}

// bytesText formats a size in MB or GB.
func bytesText(n uint64) string {
	if n < 10<<30 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d GB", n>>30)
}
