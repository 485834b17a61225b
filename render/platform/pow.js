// Math.pow, and "**", which esbuild replaces by it, also for BigInts. Go's differs from the browsers' in up to five
// digits.
export default ({ pow }) => ({
  "Math.pow": (x, y) => (typeof x === "bigint" || typeof y === "bigint" ? x ** y : pow(Number(x), Number(y))),
});
