//go:build packed

package sources

import _ "embed"

// packed is the zip file that make build writes with haulfront pack.
//
//go:embed packed.zip
var packed []byte
