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

// news is about a lead: a new one, or what its customer did. That with crew is for the crew.
type news struct {
	id, action string
	crew       *office.Notification
}

// enqueue queues a notification, where the office is on. Stored of a [outbox.Config] is one about a new lead.
func (s *Server) enqueue(n news) {
	select {
	case s.received <- n:
	default:
	}
}

// answered is the Notify of an [office.Config].
func (s *Server) answered(id string, e office.Event) {
	s.leads.Announce(context.Background(), journal.Changed)
	if e.Actor == office.ActorCustomer {
		s.enqueue(news{id: id, action: e.Action})
	}
	if e.Crew != nil {
		s.enqueue(news{crew: e.Crew})
	}
}

// runNotifications notifies the office of new and of overdue requests until ctx ends.
func (s *Server) runNotifications(ctx context.Context) {
	tick := time.NewTicker(overdueInterval)
	defer tick.Stop()
	for {
		words := s.Current().Content().Office()
		select {
		case <-ctx.Done():
			return
		case n := <-s.received:
			if n.crew != nil {
				s.office.Push(ctx, *n.crew, true)
				continue
			}
			s.notifyOffice(ctx, cmp.Or(words.ByAction[n.action].Notice, words.Notifications.New), n.id)
		case <-tick.C:
			ids, err := s.office.TakeOverdue(ctx)
			if err != nil {
				s.log.ErrorContext(ctx, "overdue requests were not looked for", "error", err)
			}
			for _, id := range ids {
				s.leads.Announce(ctx, journal.Changed)
				s.notifyOffice(ctx, words.Notifications.Overdue, id)
			}
		}
	}
}

// notifyOffice notifies of a lead, which may have been removed.
func (s *Server) notifyOffice(ctx context.Context, title, id string) {
	l, err := s.leads.Journal.Get(ctx, id)
	if err != nil {
		return
	}
	r := l.Request
	s.office.Push(ctx, office.Notification{
		Title: title + ": " + r.ServiceType,
		Body:  r.Name + ", " + s.Current().Content().Town(r.ZIPCode) + " – " + r.ServiceTimeframe,
		Path:  office.Path + "/leads/" + id, Tag: id,
	}, false)
}
