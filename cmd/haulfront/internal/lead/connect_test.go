package lead

import (
	"context"
	"strings"
	"testing"
	"time"
)

// A PostgreSQL that is down when the program starts is used as soon as it is
// there, by visitors and by the worker, and until then nobody is told a lie.
func TestPostgresDownAtTheStart(t *testing.T) {
	server := &postgresServer{}
	url := ownDatabase(t, server)
	server.kill()
	s := newStand(t, url, func(c *Config) { c.poll, c.Supabase = 20*time.Millisecond, nil })
	stop := run(s.Service)
	wantUnavailable(t, s, "early")
	if _, err := s.Stats(context.Background()); err == nil {
		t.Error("Stats() = nil, want an error")
	}
	if err := server.launch(); err != nil {
		t.Fatal(err)
	}
	s.log.await("journal reached")
	if err := s.Ready(context.Background()); err != nil {
		t.Errorf("Ready() = %v", err)
	}
	s.submit(submission("early"), true)
	s.hook.set(status(500))
	late := s.submit(submission("late"), false)
	s.hook.set(nil)
	s.clock.add(time.Minute)
	s.log.await("msg=delivered lead=" + late)
	stop()
	s.want(late, Delivered, Stored, 3, 0)
}

// A program that is told to end while it still tries ends.
func TestEndWithoutPostgres(t *testing.T) {
	s := newStand(t, "postgres://root:hunter2@127.0.0.1:1/leads", nil)
	run(s.Service)()
	if strings.Contains(s.log.String(), "hunter2") || !strings.Contains(s.log.String(), "journal cannot be reached") {
		t.Errorf("the log is without the reason or with the password:\n%s", s.log)
	}
	if err := s.Ready(context.Background()); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("Ready() = %v, want an error without the password", err)
	}
}

// What does not pass by itself stops the start.
func TestWrongPostgresSettings(t *testing.T) {
	good := postgresURL(t)
	for name, url := range map[string]string{
		"not an address": "postgres://root:hunter2@db:port/leads",
		"no such base":   strings.Replace(good, "leads_", "no_leads_", 1),
		"no such user":   strings.Replace(good, "postgres@", "nobody:hunter2@", 1),
	} {
		d, err := Open(context.Background(), Config{DatabaseURL: url})
		if err == nil {
			d.Close()
			t.Errorf("%s: Open() = nil, want an error", name)
		} else if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: Open() = %v, which has the password in it", name, err)
		}
	}
}
