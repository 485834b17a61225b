//go:build packed

package main

import _ "embed"

// packed is the zip file that make build writes with haulfront pack.
//
//go:embed packed.zip
var packed []byte
