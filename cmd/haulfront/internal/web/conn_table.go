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
	connBusy        connState = iota // a request is being handled
	connIdle                         // nothing has come since the last response, or at all
	connReceiving                    // the rest of a request is still to come
	connSending                      // the client has yet to read a response
	connInterrupted                  // its wait was interrupted, and it is about to close
	connRemoved
)

// connTable holds every open connection, at most max of them, and at most maxPeer of one network. When there are more,
// waiting ones are closed: first the idle, then those that have sent half a request, then those that do not read their
// response, the longest wait first. At most maxReceiving have sent half a request, and maxPeerReceiving of one network.
//
// A busy connection is in no list. One that begins to wait goes to the end of two: the table's and its peer's.
type connTable struct {
	max, maxPeer int
	trusted      *trustedProxies // many clients each

	draining atomic.Bool   // each answer is its connection's last; set under mu
	drained  chan struct{} // closed when the table drains and is empty

	mu           sync.Mutex
	closing      bool // idle connections are closed
	open         int
	interrupting int // connections whose wait was interrupted and that are still open
	waiting      waiting
	peers        map[netip.Prefix]*peer // by network, for as long as it has a connection
	stats        connStats
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

func newConnTable(limit, peerLimit int, trusted *trustedProxies) *connTable {
	t := &connTable{
		max: limit, maxPeer: peerLimit, trusted: trusted, peers: map[netip.Prefix]*peer{}, drained: make(chan struct{}),
	}
	t.waiting = newWaiting(0)
	return t
}

// add adds a new connection, and makes room for it if there is none. It returns false if no room can be made; then the
// connection is not in the table and must be closed.
func (t *connTable) add(c *conn, addr netip.Addr) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stats.accepted++
	if t.closing {
		return false
	}
	p := t.peerOf(addr)
	if p != nil && p.open >= t.maxPeer {
		if !t.interruptLongest(&p.waiting) {
			t.stats.refused++
			return false
		}
		t.stats.closedPeer++
	}
	if t.open >= t.max {
		if !t.interruptLongest(&t.waiting) {
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
	// Even before the first read: of many that come at once, some must be closable to make room.
	t.enqueue(c, connIdle)
	return true
}

// peerOf returns the peer of an address, a new one if it has no connection yet, and nil for a trusted proxy and for the zero
// Addr.
func (t *connTable) peerOf(addr netip.Addr) *peer {
	addr = addr.Unmap()
	if !addr.IsValid() || t.trusted.contains(addr) {
		return nil
	}
	key := networkOf(addr)
	if p := t.peers[key]; p != nil {
		return p
	}
	return &peer{network: key, waiting: newWaiting(1)}
}

// makeRoom interrupts the longest wait, because the system has no room for another connection.
func (t *connTable) makeRoom() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stats.acceptErrors++
	if t.interruptLongest(&t.waiting) {
		t.stats.closedForTable++
	}
}

// interruptLongest interrupts the longest wait of a list.
func (t *connTable) interruptLongest(w *waiting) bool {
	c := w.oldest()
	if c == nil {
		return false
	}
	t.interrupt(c)
	return true
}

// interrupt ends a connection's wait. The goroutine that serves it closes it, unless bytes have come in the meantime.
func (t *connTable) interrupt(c *conn) {
	t.dequeue(c)
	c.state = connInterrupted
	t.interrupting++
	_ = c.Conn.SetDeadline(time.Unix(1, 0)) // an error means that it is closed already
}

// wait records that c waits for its client in the given state, and reports whether it may.
func (t *connTable) wait(c *conn, state connState) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case c.state == connInterrupted, t.closing && state == connIdle:
		return false
	case c.state == connBusy:
		if state == connReceiving {
			t.limitReceiving(c.peer)
		}
		t.enqueue(c, state)
	}
	return true
}

// limitReceiving makes room for another connection of p that waits for the rest of a request.
func (t *connTable) limitReceiving(p *peer) {
	if p != nil && p.waiting.receiving.len >= maxPeerReceiving {
		t.interrupt(p.waiting.receiving.head)
		t.stats.closedPeer++
	}
	if t.waiting.receiving.len >= maxReceiving {
		t.interrupt(t.waiting.receiving.head)
		t.stats.closedForTable++
	}
}

// resume records that c no longer waits, and reports whether its wait was interrupted. An interrupted connection whose wait
// was in vain stays interrupted, and counts as such until it has closed.
func (t *connTable) resume(c *conn, inVain bool) (interrupted bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	interrupted = c.state == connInterrupted
	if !interrupted || !inVain {
		t.dequeue(c)
		c.state = connBusy
	}
	return interrupted
}

func (t *connTable) enqueue(c *conn, state connState) {
	c.state = state
	t.waiting.push(c)
	if c.peer != nil {
		c.peer.waiting.push(c)
	}
}

func (t *connTable) dequeue(c *conn) {
	switch c.state {
	case connInterrupted:
		t.interrupting--
	case connIdle, connReceiving, connSending:
		t.waiting.remove(c)
		if c.peer != nil {
			c.peer.waiting.remove(c)
		}
	}
}

// backlogged reports whether so many interrupted connections are still open that accepting more has to wait.
func (t *connTable) backlogged() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.interrupting > t.max/16
}

// remove removes a closed connection.
func (t *connTable) remove(c *conn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.state == connRemoved {
		return
	}
	t.dequeue(c)
	c.state = connRemoved
	t.open--
	if p := c.peer; p != nil {
		if p.open--; p.open == 0 {
			delete(t.peers, p.network)
		}
	}
	t.signalDrained()
}

// announce makes every response from now on the last on its connection. Idle connections stay open for a request that may
// be on its way.
func (t *connTable) announce() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.draining.Store(true)
	t.signalDrained()
}

// drain closes the idle connections, now and from now on, and the others after their response.
func (t *connTable) drain() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.draining.Store(true)
	t.closing = true
	for {
		c := t.waiting.first(connIdle)
		if c == nil {
			break
		}
		t.interrupt(c)
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

// connList is an intrusive doubly linked list, so that a request costs no allocation.
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
