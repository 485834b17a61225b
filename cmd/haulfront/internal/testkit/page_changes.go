package testkit

// PageChanges returns scripts that define window.change, by what it does: it changes a page, or one element of it, and
// all that comes into it later, as translators and extensions do, and makes the page one in Spanish.
func PageChanges() map[string]string {
	scripts := map[string]string{
		// Google's translator, in Chrome.
		"wrap": `for (const text of texts(root)) {
			const [outer, inner] = [document.createElement("font"), document.createElement("font")];
			inner.textContent = "«" + text.data + "»";
			outer.append(inner);
			text.replaceWith(outer);
		}`,
		// Safari's and Firefox's.
		"in place": `for (const text of texts(root)) text.data = "«" + text.data + "»";`,
		"div":      `for (const part of parts(root)) part.after(document.createElement("div"));`,
		"style":    `for (const part of parts(root)) part.before(document.createElement("style"));`,
		"extension": `for (const part of parts(root)) {
			part.classList.add("extended");
			part.after(document.createElement("grammarly-extension"));
		}`,
	}
	for name, change := range scripts {
		scripts[name] = `(() => {
			const texts = (root) => {
				const found = [];
				const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
				while (walker.nextNode()) {
					const text = walker.currentNode;
					const fixed = text.parentElement.closest("script, style, template, textarea, [translate=no], font");
					if (text.data.trim() && !fixed && !text.data.startsWith("«")) found.push(text);
				}
				return found;
			};
			const changed = new Set();
			const parts = (root) => [...root.querySelectorAll("input, select, textarea, button, p, a, li, label")]
				.filter((part) => !changed.has(part) && changed.add(part));
			window.change = (root = document.body) => {
				const apply = () => {
					` + change + `
				};
				apply();
				document.documentElement.lang = "es";
				new MutationObserver(apply).observe(root, {childList: true, characterData: true, subtree: true});
			};
		})()`
	}
	return scripts
}
