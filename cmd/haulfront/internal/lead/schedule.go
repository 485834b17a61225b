package lead

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// schedule is the time between attempts: a short one for a hiccup, then longer
// ones up to a total of three days, which a receiver's bad weekend fits into.
// It is the example schedule of the Standard Webhooks specification, section
// "Deliverability and reliability". After the last one fails the delivery is
// dead.
var schedule = []time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour,
	10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour,
}

// maxRetryAfter bounds what a receiver may ask for, so that one bad header
// does not put a lead off for ever.
const maxRetryAfter = 24 * time.Hour

// jitter lengthens a wait by up to a tenth, so that what failed together does
// not come back together. It never shortens one.
func jitter(d time.Duration) time.Duration {
	return d + time.Duration(rand.Int64N(int64(d)/10+1))
}

// retryAfter reads the header Retry-After, in seconds or as a date (RFC 9110,
// section 10.2.3). It returns 0 for none and for nonsense.
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
