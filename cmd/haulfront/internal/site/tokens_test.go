package site

import "testing"

func TestInlineTokens(t *testing.T) {
	tests := []struct{ name, first, late, wantFirst, wantLate string }{
		{"constants", `:root{color-scheme:light;--a: 4px;--b:red}p{margin:var(--a) calc(-1 * var(--a))}`,
			`q{color:var(--b)}`, `:root{color-scheme:light}p{margin:4px calc(-1 * 4px)}`, `q{color:red}`},
		{"a name that begins another's", `:root{--a:1px;--a-b:2px}p{margin:var(--a-b) var(--a)}`, ``,
			`:root{}p{margin:2px 1px}`, ``},
		{"another token in its value", `:root{--a:var(--b);--b:clamp(1px,1vw,2px)}p{margin:var(--a)}`, ``,
			`:root{}p{margin:clamp(1px,1vw,2px)}`, ``},
		{"an owner's color", `:root{--a:red}p{color:var(--a)}:root{--a:blue;}`, `q{color:var(--a)}`,
			`:root{}p{color:blue}:root{}`, `q{color:blue}`},
		{"another value on some screens",
			`:root{--a:1px;--b:var(--a)}@media print{:root{--a:2px}}p{margin:var(--b)}`, ``,
			`:root{--a:1px;--b:var(--a)}@media print{:root{--a:2px}}p{margin:var(--b)}`, ``},
		{"another value in a part", `:root{--a:1px}p{margin:var(--a)}`, `.q{color:red;--a:2px}`,
			`:root{--a:1px}p{margin:var(--a)}`, `.q{color:red;--a:2px}`},
		{"a fallback", `:root{--a:1px}p{margin:var(--a,2px)}`, ``, `:root{--a:1px}p{margin:var(--a,2px)}`, ``},
		{"only on some screens", `@media print{:root{--a:1px}}p{margin:var(--a)}`, ``,
			`@media print{:root{--a:1px}}p{margin:var(--a)}`, ``},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if first, late := inlineTokens(tt.first, tt.late); first != tt.wantFirst || late != tt.wantLate {
				t.Errorf("got  %q, %q\nwant %q, %q", first, late, tt.wantFirst, tt.wantLate)
			}
		})
	}
}
