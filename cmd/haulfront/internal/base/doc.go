// Package base groups the packages that know nothing of this program: it has no code of its own.
//
// mail hands messages to a mail server, outbound calls other systems and classifies failures, queue shares what few can
// use at a time, and logging writes a log without blocking. What comes in are bytes, addresses and limits; what goes
// out are results and errors. Leads, pages and settings do not belong here.
package base
