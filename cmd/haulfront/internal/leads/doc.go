// Package leads groups the packages that make sure that no lead is lost: it has no code of its own.
//
// What comes in is a request as a visitor typed it. It goes through these packages, in this order:
//
//   - quote reads, checks and words it: one table of fields. upload reads and converts its photographs.
//   - journal stores it, with the deliveries that it needs, in one transaction: SQLite or PostgreSQL.
//   - outbox delivers it, until each delivery has succeeded or is given up; destinations has the bodies for other
//     systems.
//   - backup copies the journal beside its server, and puts copies back.
//
// photo reads the site's own photographs, and how a photograph has to be turned.
//
// What goes out are leads and deliveries, which office and server work with. HTTP, pages, and what the company does
// with a lead do not belong here.
package leads
