package audit

import "encoding/json"

// leaves yields the keys and values of all objects in a JSON value that are neither objects nor lists.
func leaves(value any) func(yield func(string, any) bool) {
	return func(yield func(string, any) bool) {
		var walk func(key string, value any) bool
		walk = func(key string, value any) bool {
			switch v := value.(type) {
			case map[string]any:
				for k, item := range v {
					if !walk(k, item) {
						return false
					}
				}
			case []any:
				for _, item := range v {
					if !walk(key, item) {
						return false
					}
				}
			default:
				return yield(key, v)
			}
			return true
		}
		walk("", value)
	}
}

// text is a JSON text or number as it was written; empty for everything else.
func text(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

func object(value any) map[string]any {
	o, _ := value.(map[string]any)
	return o
}

// list is a JSON list; a single value is a list of one.
func list(value any) []any {
	switch v := value.(type) {
	case nil:
		return nil
	case []any:
		return v
	default:
		return []any{v}
	}
}
