package server

import (
	"cmp"
	"context"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/office"
)

const (
	// overdueInterval is how often overdue requests are looked for.
	overdueInterval = time.Minute
	// maxReceived is how many new leads may wait for their notification; the mail about a lead does not depend on it.
	maxReceived = 100
)

// enqueue queues a notification, where the office is on.
func (s *Server) enqueue(notify func(context.Context)) {
	select {
	case s.received <- notify:
	default:
	}
}

// stored is the Stored of an [outbox.Config].
func (s *Server) stored(id string) {
	s.enqueue(func(ctx context.Context) { s.notifyOffice(ctx, "", id) })
}

// answered is the Notify of an [office.Config].
func (s *Server) answered(id string, e office.Event) {
	s.leads.Announce(context.Background(), journal.Changed)
	title := s.Current().Content().Office().ByAction[e.Action].Notice
	if e.Actor == office.ActorCustomer {
		s.enqueue(func(ctx context.Context) { s.notifyOffice(ctx, title, id) })
	}
	if e.Crew != nil {
		s.enqueue(func(ctx context.Context) { s.office.Push(ctx, *e.Crew, true) })
	}
}

// runNotifications notifies the office of new and of overdue requests until ctx ends.
func (s *Server) runNotifications(ctx context.Context) {
	tick := time.NewTicker(overdueInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case notify := <-s.received:
			notify(ctx)
		case <-tick.C:
			ids, err := s.office.TakeOverdue(ctx)
			if err != nil {
				s.log.ErrorContext(ctx, "overdue requests were not looked for", "error", err)
			}
			for _, id := range ids {
				s.leads.Announce(ctx, journal.Changed)
				s.notifyOffice(ctx, s.Current().Content().Office().Notifications.Overdue, id)
			}
		}
	}
}

// notifyOffice notifies of a lead, which may have been removed. Without a title, it is a new one.
func (s *Server) notifyOffice(ctx context.Context, title, id string) {
	l, err := s.leads.Journal.Get(ctx, id)
	if err != nil {
		return
	}
	r := l.Request
	s.office.Push(ctx, office.Notification{
		Title: cmp.Or(title, s.Current().Content().Office().Notifications.New) + ": " + r.ServiceType,
		Body:  r.Name + ", " + s.Current().Content().Town(r.ZIPCode) + " – " + r.ServiceTimeframe,
		Path:  office.Path + "/leads/" + id, Tag: id,
	}, false)
}
