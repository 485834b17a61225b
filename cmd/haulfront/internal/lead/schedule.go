package lead

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// schedule is the wait after each failed attempt: a short one for a glitch, then longer ones that add up to three days,
// more than an outage over a weekend. It is the example schedule of the Standard Webhooks specification, section
// "Deliverability and reliability". After one more failure the delivery is dead.
var schedule = []time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour,
	10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour,
}

// maxRetryAfter bounds the wait that a receiver may ask for, so that one bad header cannot postpone a lead forever.
const maxRetryAfter = 24 * time.Hour

// jitter lengthens a wait by up to a tenth, so that deliveries that failed together are not retried together. It never
// shortens one.
func jitter(d time.Duration) time.Duration {
	return d + time.Duration(rand.Int64N(int64(d)/10+1))
}

// retryAfter parses the header Retry-After, in seconds or as a date (RFC 9110, section 10.2.3). It returns 0 if there
// is none or it is malformed.
func retryAfter(h http.Header, now time.Time) time.Duration {
	v := strings.TrimSpace(h.Get("Retry-After"))
	var wait time.Duration
	if seconds, err := strconv.ParseUint(v, 10, 31); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(v); err == nil {
		wait = at.Sub(now)
	}
	return min(max(wait, 0), maxRetryAfter)
}
