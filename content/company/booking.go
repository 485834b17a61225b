package company

import (
	"slices"
	"time"

	"haulfront/content/load"
)

// The modes of [Booking].
const (
	BookingSelf = "self" // customers book a free time on their page
	BookingAsk  = "ask"  // customers say which free times they want, one of which the office books
	BookingOff  = "off"  // the office offers times
)

// Booking is how customers get a time without a call.
type Booking struct {
	Mode string
	// Notice is how long before a window it can still be picked, such as "3h". Keep is how many trucks of each window
	// stay for the office, which has all of them where it books.
	Notice string `yaml:",omitempty"`
	Keep   int    `yaml:",omitempty"`

	notice time.Duration
}

// Earliest returns the time after which windows can be picked.
func (b *Booking) Earliest(now time.Time) time.Time { return now.Add(b.notice) }

func (b *Booking) Check(d *load.Decoder) {
	if !slices.Contains([]string{"", BookingSelf, BookingAsk, BookingOff}, b.Mode) {
		d.Report(&b.Mode, "wanted self, ask or off", "the booking's mode is %q", b.Mode)
	}
	if b.Notice != "" {
		var err error
		if b.notice, err = time.ParseDuration(b.Notice); err != nil || b.notice < 0 {
			d.Report(&b.Notice, "wanted hours such as 3h", "the notice is %q", b.Notice)
		}
	}
	if b.Keep < 0 {
		d.Report(&b.Keep, "wanted 0 or more", "%d trucks are kept", b.Keep)
	}
}
