package connection

import (
	"log/slog"

	"golang.org/x/sys/unix"
)

const (
	// maxOpen bounds the memory of connections to 256 MB at the 16 KB that an idle one takes.
	maxOpen = 16 << 10
	// minNetworkOpen is the least limit of a network: enough for forty browsers behind one address, which keep six
	// connections each.
	minNetworkOpen = 256
	// maxReceiving and maxNetworkReceiving bound the connections that have sent part of a request, in all and of one
	// network: each may hold the memory of a head and a whole body, 146 KB.
	maxReceiving        = 512
	maxNetworkReceiving = 64
)

// Limits bound all connections, or those of one network.
type Limits struct {
	Open      int
	Receiving int    // connections that have sent part of a request, which takes memory
	OnEvict   func() // called for each connection that is evicted for these limits
}

// UsualLimits returns the limits of all connections and of those of one network, as the memory of requests and the
// system's limit of open files allow.
func UsualLimits(log *slog.Logger) (all, perNetwork Limits) {
	open, networkOpen := openLimits(fileLimit(log))
	return Limits{Open: open, Receiving: maxReceiving}, Limits{Open: networkOpen, Receiving: maxNetworkReceiving}
}

// openLimits returns how many connections may be open, in all and of one network, given the limit of open files. An
// eighth of it is left for the journal, outgoing calls and the admin address.
func openLimits(files int) (all, perNetwork int) {
	all = max(1, min(maxOpen, files-files/8))
	return all, min(max(all/8, minNetworkOpen), (all+1)/2)
}

// fileLimit returns the limit of open files. Go's runtime has raised the soft limit to the hard one.
func fileLimit(log *slog.Logger) int {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		log.Error("the limit of open files is unknown", "error", err)
		return 1024 // the usual soft limit
	}
	return int(min(limit.Cur, 1<<30))
}
