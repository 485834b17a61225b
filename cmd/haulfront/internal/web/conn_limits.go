package web

import (
	"log/slog"
	"math"

	"golang.org/x/sys/unix"
)

const (
	// maxConnections bounds the memory of connections to 256 MB at the 16 KB that an idle one takes.
	maxConnections = 16 << 10
	// minPeerConnections is how many connections a network may have however small the table is: enough for the forty
	// browsers of an office behind one address, which keep six each.
	minPeerConnections = 256
	// maxReceiving and maxPeerReceiving bound the connections that wait for the rest of a request, in all and of one
	// network: each may hold the memory of a head and a whole body, 146 KB.
	maxReceiving     = 512
	maxPeerReceiving = 64
)

// connLimits are the size of the table of connections and the share of one network in it. An eighth of the files that
// the process may open is left for the journal, calls to other servers and the admin address.
func connLimits(files int) (table, peer int) {
	table = max(1, min(maxConnections, files-files/8))
	return table, min(max(table/8, minPeerConnections), (table+1)/2)
}

// raiseFileLimit raises the limit of open files as far as the process may, and returns it. Go's runtime does so too if a
// program imports os, but its documentation does not promise it.
func raiseFileLimit(log *slog.Logger) int {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		log.Error("the limit of open files is unknown", "error", err)
		return 1024 // the usual soft limit
	}
	if limit.Cur < limit.Max {
		raised := unix.Rlimit{Cur: limit.Max, Max: limit.Max}
		if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &raised); err != nil {
			log.Warn("the limit of open files stays as it is", "limit", limit.Cur, "error", err)
		} else {
			limit = raised
		}
	}
	return int(min(limit.Cur, math.MaxInt32))
}
