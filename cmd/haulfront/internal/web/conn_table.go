package web

import (
	"cmp"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// connState says what a connection waits for.
type connState int8

const (
	connBusy      connState = iota // a request is being answered
	connIdle                       // nothing has come since the last answer, or at all
	connReceiving                  // the rest of a request is still to come
	connSending                    // the client is still to take an answer
	connEnded                      // its wait has been broken off
	connRemoved
)

// connTable holds every open connection, at most max of them, and at most maxPeer of one network. When there are more,
// those that wait are closed: idle ones before those that have sent half a request, and those before the ones that do
// not take their answer, the longest wait first. At most maxReceiving have sent half a request, and maxPeerReceiving of one
// network.
//
// A connection is in no list while it is busy. When it begins to wait it goes to the end of two: the table's and its peer's.
type connTable struct {
	max, maxPeer int
	trusted      *proxies // speak for many

	draining atomic.Bool   // set under mu
	drained  chan struct{} // closed when the table drains and is empty

	mu      sync.Mutex
	open    int
	ending  int // connections whose wait has been broken off and that are still open
	waiting waiting
	peers   map[netip.Prefix]*peer // by network; as many as have a connection
	stats   connStats
}

// peer is a client's network: an IPv4 address, or an IPv6 /64.
type peer struct {
	network netip.Prefix
	open    int
	waiting waiting
}

// connStats counts since the start.
type connStats struct {
	accepted                   uint64
	closedForTable, closedPeer uint64 // waiting connections that made room, for the whole table and within a peer
	refused                    uint64 // new connections for which there was no room
	acceptErrors               uint64
}

func newConnTable(limit, peerLimit int, trusted *proxies) *connTable {
	t := &connTable{
		max: limit, maxPeer: peerLimit, trusted: trusted, peers: map[netip.Prefix]*peer{}, drained: make(chan struct{}),
	}
	t.waiting = newWaiting(0)
	return t
}

// add takes a new connection in, and makes room for it where there is none. It reports false where no room can be made:
// the connection must be closed and is not in the table.
func (t *connTable) add(c *conn, addr netip.Addr) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stats.accepted++
	if t.draining.Load() {
		return false
	}
	p := t.peerOf(addr)
	if p != nil && p.open >= t.maxPeer {
		if !t.endOldest(&p.waiting) {
			t.stats.refused++
			return false
		}
		t.stats.closedPeer++
	}
	if t.open >= t.max {
		if !t.endOldest(&t.waiting) {
			t.stats.refused++
			return false
		}
		t.stats.closedForTable++
	}
	t.open++
	if p != nil {
		p.open++
		t.peers[p.network] = p
		c.peer = p
	}
	// Already now, before anybody reads from it: of many that come at once, some must be there to make room.
	t.list(c, connIdle)
	return true
}

// peerOf returns the peer of an address, a new one where it has no connection yet, and nil for a trusted proxy and for what
// is no network address.
func (t *connTable) peerOf(addr netip.Addr) *peer {
	addr = addr.Unmap()
	if !addr.IsValid() || t.trusted.trusts(addr) {
		return nil
	}
	key := network(addr)
	if p := t.peers[key]; p != nil {
		return p
	}
	return &peer{network: key, waiting: newWaiting(1)}
}

// makeRoom ends the longest wait, because the system has no room for another connection.
func (t *connTable) makeRoom() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stats.acceptErrors++
	if t.endOldest(&t.waiting) {
		t.stats.closedForTable++
	}
}

// endOldest breaks off the longest wait of a list.
func (t *connTable) endOldest(w *waiting) bool {
	c := w.oldest()
	if c == nil {
		return false
	}
	t.end(c)
	return true
}

// end breaks off a connection's wait. It is closed by the goroutine that serves it, unless bytes have come in the meantime.
func (t *connTable) end(c *conn) {
	t.unlist(c)
	c.state = connEnded
	t.ending++
	_ = c.Conn.SetDeadline(time.Unix(1, 0)) // an error means that it is closed already
}

// wait says that c waits for its client in the given state, and reports whether it may.
func (t *connTable) wait(c *conn, state connState) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case c.state == connEnded, t.draining.Load() && state == connIdle:
		return false
	case c.state == connBusy:
		if state == connReceiving {
			t.boundReceiving(c.peer)
		}
		t.list(c, state)
	}
	return true
}

// boundReceiving makes room for another connection of p that waits for the rest of a request.
func (t *connTable) boundReceiving(p *peer) {
	if p != nil && p.waiting.receiving.len >= maxPeerReceiving {
		t.end(p.waiting.receiving.head)
		t.stats.closedPeer++
	}
	if t.waiting.receiving.len >= maxReceiving {
		t.end(t.waiting.receiving.head)
		t.stats.closedForTable++
	}
}

// resume says that c waits no more, and reports whether its wait was broken off.
func (t *connTable) resume(c *conn) (interrupted bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	interrupted = c.state == connEnded
	t.unlist(c)
	c.state = connBusy
	return interrupted
}

func (t *connTable) list(c *conn, state connState) {
	c.state = state
	t.waiting.push(c)
	if c.peer != nil {
		c.peer.waiting.push(c)
	}
}

func (t *connTable) unlist(c *conn) {
	switch c.state {
	case connEnded:
		t.ending--
	case connIdle, connReceiving, connSending:
		t.waiting.remove(c)
		if c.peer != nil {
			c.peer.waiting.remove(c)
		}
	}
}

// crowded reports whether so many connections are yet to be closed by those who serve them that accepting more has to wait.
func (t *connTable) crowded() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ending > t.max/16
}

// remove forgets a closed connection.
func (t *connTable) remove(c *conn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.state == connRemoved {
		return
	}
	t.unlist(c)
	c.state = connRemoved
	t.open--
	if p := c.peer; p != nil {
		if p.open--; p.open == 0 {
			delete(t.peers, p.network)
		}
	}
	t.signalDrained()
}

// drain ends the idle connections, now and from now on. The others are answered first.
func (t *connTable) drain() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.draining.Store(true)
	for {
		c := t.waiting.first(connIdle)
		if c == nil {
			break
		}
		t.end(c)
	}
	t.signalDrained()
}

func (t *connTable) signalDrained() {
	if !t.draining.Load() || t.open > 0 {
		return
	}
	select {
	case <-t.drained:
	default:
		close(t.drained)
	}
}

// waiting are the connections that wait, by state, the longest wait first.
type waiting struct{ idle, receiving, sending connList }

func newWaiting(which int) waiting {
	return waiting{connList{which: which}, connList{which: which}, connList{which: which}}
}

func (w *waiting) list(state connState) *connList {
	switch state {
	case connIdle:
		return &w.idle
	case connReceiving:
		return &w.receiving
	}
	return &w.sending
}

func (w *waiting) push(c *conn)                { w.list(c.state).push(c) }
func (w *waiting) remove(c *conn)              { w.list(c.state).remove(c) }
func (w *waiting) first(state connState) *conn { return w.list(state).head }

func (w *waiting) oldest() *conn {
	return cmp.Or(w.idle.head, w.receiving.head, w.sending.head)
}

// connList is a doubly linked list through the connections' own links, so that a request costs no allocation.
type connList struct {
	which      int // the index of the link
	head, tail *conn
	len        int
}

type link struct{ prev, next *conn }

func (l *connList) push(c *conn) {
	c.links[l.which] = link{prev: l.tail}
	if l.tail == nil {
		l.head = c
	} else {
		l.tail.links[l.which].next = c
	}
	l.tail = c
	l.len++
}

func (l *connList) remove(c *conn) {
	at := c.links[l.which]
	if at.prev == nil {
		l.head = at.next
	} else {
		at.prev.links[l.which].next = at.next
	}
	if at.next == nil {
		l.tail = at.prev
	} else {
		at.next.links[l.which].prev = at.prev
	}
	c.links[l.which] = link{}
	l.len--
}
