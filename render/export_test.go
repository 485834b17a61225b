package render

// Patches lets a test take patches away.
var Patches = &patches

// AppendQuoted is compared with encoding/json.
var AppendQuoted = appendQuoted
