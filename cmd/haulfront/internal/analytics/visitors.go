package analytics

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"sync"
	"time"
)

// visitorIDs assigns each visitor an ID for a day.
type visitorIDs struct {
	mu   sync.Mutex
	day  time.Time // its start in UTC
	salt [32]byte
}

// id returns the visitor's ID on the day of the view. A view that was queued before midnight and is sent after it
// counts for the new day.
func (ids *visitorIDs) id(v View) uint64 {
	ids.mu.Lock()
	if day := v.At.UTC().Truncate(24 * time.Hour); day.After(ids.day) {
		ids.day = day
		_, _ = rand.Read(ids.salt[:]) // never fails (crypto/rand)
	}
	salt := ids.salt
	ids.mu.Unlock()
	h := hmac.New(sha256.New, salt[:])
	h.Write([]byte(v.Address + "\x00" + v.UserAgent)) // a hash's Write never fails
	return binary.BigEndian.Uint64(h.Sum(nil))
}
