package browsertest

// fewBars fails the test if fixed and sticky boxes across the window take more than a quarter of its height: in the
// first screens, where such a box stands in the page, in the middle, and at the end. Scrolling through whole pages took
// longer than any other test.
func (b *tab) fewBars(where string) {
	b.t.Helper()
	if bars := eval[[]string](b, `(() => {
		const boxes = [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() &&
			["fixed", "sticky"].includes(getComputedStyle(e).position));
		const places = () => boxes.map((e) => e.getBoundingClientRect());
		scrollTo({top: 0, behavior: "instant"});
		const last = document.documentElement.scrollHeight - innerHeight - 16;
		const own = places().flatMap(({top, bottom}) => [top, bottom - innerHeight]);
		const tops = [0, 1, 2, 3, 4].map((screen) => screen * innerHeight).concat(own, last / 2, last);
		for (const y of new Set(tops.map((top) => Math.round(Math.min(Math.max(0, top), last))))) {
			scrollTo({top: y, behavior: "instant"});
			const before = places();
			scrollTo({top: y + 16, behavior: "instant"});
			const bars = places().map(({top, bottom, width}, i) => top === before[i].top && width > innerWidth / 2 &&
				getComputedStyle(boxes[i]).visibility === "visible" ?
				Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) : 0);
			if (bars.reduce((sum, height) => sum + height, 0) > innerHeight / 4)
				return [...bars.map((height, i) => height && boxes[i].className + ": " + height)
					.filter(Boolean), "from " + y];
		}
		return [];
	})()`); len(bars) > 0 {
		b.t.Errorf("%s: bars take more than a quarter of the height: %v", where, bars)
	}
}
