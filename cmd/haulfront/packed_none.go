//go:build !packed

package main

// packed is empty in a program that runs in its checkout.
var packed []byte
