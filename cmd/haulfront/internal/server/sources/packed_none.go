//go:build !packed

package sources

// packed is empty in a program that runs in its checkout.
var packed []byte
