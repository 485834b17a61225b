package analytics

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"sync"
	"time"
)

// visitors gives each visitor a number for a day.
type visitors struct {
	mu   sync.Mutex
	day  time.Time // UTC, its beginning
	salt [32]byte
}

// id returns the visitor's number on the day of the view. A view that was
// queued before midnight and is sent after it counts for the new day.
func (s *visitors) id(v View) uint64 {
	s.mu.Lock()
	if day := v.At.UTC().Truncate(24 * time.Hour); day.After(s.day) {
		s.day = day
		_, _ = rand.Read(s.salt[:]) // never fails (crypto/rand)
	}
	salt := s.salt
	s.mu.Unlock()
	h := hmac.New(sha256.New, salt[:])
	h.Write([]byte(v.Address + "\x00" + v.UserAgent)) // a hash's Write never fails
	return binary.BigEndian.Uint64(h.Sum(nil))
}
