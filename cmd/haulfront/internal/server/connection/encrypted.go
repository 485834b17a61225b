package connection

import (
	"crypto/tls"
	"net"
)

const (
	// recordSize is the plaintext of a TLS record that fits into one TCP segment: the usual 1,460 bytes, less 20 of
	// IPv6, 12 of timestamps and 22 of the record itself. Clients decrypt whole records only.
	recordSize = 1460 - 20 - 12 - 22
	// smallRecords is how much of a connection's output is sent in such records: with its handshake, what TCP sends
	// before the first acknowledgment, ten segments (RFC 6928), and the segments after it.
	smallRecords = 32 << 10
)

// Encrypted listens for TLS connections. Records of crypto/tls grow with each write, so that up to a third of the first
// ten segments would be the beginning of a record that a browser cannot read for another round trip.
type Encrypted struct {
	net.Listener
	config *tls.Config
}

// Encrypt encrypts the connections of a listener.
func Encrypt(l net.Listener, config *tls.Config) Encrypted {
	config = config.Clone()
	config.DynamicRecordSizingDisabled = true // Write chooses the size
	return Encrypted{l, config}
}

// Accept implements [net.Listener].
func (l Encrypted) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &encryptedConn{Conn: tls.Server(c, l.config)}, nil
}

// encryptedConn is a TLS connection that begins with small records. It belongs to the goroutine that serves it.
type encryptedConn struct {
	*tls.Conn
	written int // until it is smallRecords
}

// Write implements [net.Conn].
func (c *encryptedConn) Write(p []byte) (written int, err error) {
	for c.written < smallRecords && len(p)-written > recordSize && err == nil {
		var n int
		n, err = c.Conn.Write(p[written : written+recordSize])
		written, c.written = written+n, c.written+n
	}
	if err != nil {
		return written, err
	}
	n, err := c.Conn.Write(p[written:])
	c.written += n
	return written + n, err
}
