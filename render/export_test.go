package render

// Patches lets a test take patches away.
var Patches = &patches
