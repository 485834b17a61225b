package server

import (
	"context"
	"errors"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/base/outbound"
	"haulfront/cmd/haulfront/internal/leads/backup"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/office"
)

const (
	summaryJob = "summary" // in the journal
	// summaryPoll is how often the clock is compared with closing time.
	summaryPoll = time.Minute
	// summaryRetry is the time between attempts at a summary, and longer than one takes.
	summaryRetry = 5 * time.Minute
)

// trySummary sends the owner a summary if the office has closed since the last one.
func (s *Server) trySummary(ctx context.Context) {
	if err := s.summarize(ctx); err != nil && ctx.Err() == nil {
		s.log.Warn("daily summary not sent; it is tried again", "error", err)
	}
}

// summarize sends the summary of the time until the office last closed, unless an instance has. A summary that may have
// been sent, or is refused for good, is not repeated.
func (s *Server) summarize(ctx context.Context) error {
	words, now := s.Current().Content(), s.Now()
	if words.MailWords().Summary == nil {
		return nil
	}
	closing := words.Business.Hours.LastClosing(now.In(words.Location()))
	since, claimed, err := s.leads.ClaimJob(ctx, summaryJob, closing, now.Add(summaryRetry))
	if err != nil || !claimed {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	summary, err := s.summary(ctx, since, closing)
	if err != nil {
		return err
	}
	message := s.mails.message("summary." + closing.Format(time.DateOnly))
	s.mails.addWords(ctx, &message, office.Words{Site: words}.SummaryMail(summary))
	err = s.mails.sender.Send(ctx, message)
	var failure *outbound.Error
	if errors.As(err, &failure) && failure.Class == outbound.Temporary {
		return err
	}
	s.log.Info("daily summary sent", "requests", len(summary.Requests), "error", err)
	return s.leads.FinishJob(ctx, summaryJob, closing)
}

// summary returns what happened between two times, and what is wrong now.
func (s *Server) summary(ctx context.Context, since, until time.Time) (office.MailSummary, error) {
	d := office.MailSummary{Since: since, Until: until}
	for l, err := range s.leads.List(ctx, journal.ReceivedFrom(since), journal.ReceivedBefore(until)) {
		switch {
		case err != nil:
			return d, err
		case l.MergedInto != "": // it counts once
		case l.Status() == outbox.Quarantined:
			d.Suspects++
		default:
			d.Requests = append(d.Requests, l.Lead)
		}
	}
	var err error
	if d.Evening, err = s.office.Evening(ctx, since, until); err != nil {
		return d, err
	}
	overdue, err := s.leads.Overdue(ctx, until)
	if err != nil {
		return d, err
	}
	d.Undelivered = overdue.Undelivered
	if s.alerts != nil {
		for _, trouble := range s.alerts.Active() {
			if !strings.HasPrefix(trouble.Name, "undelivered/") {
				d.Problems = append(d.Problems, trouble.Summary)
			}
		}
	}
	d.LastBackup, _, err = backup.Last(ctx, s.leads.Journal)
	d.KnowsBackups = err == nil
	if errors.Is(err, journal.ErrNoDisk) {
		err = nil
	}
	return d, err
}
