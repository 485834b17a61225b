// Functions of Math with the digits of browsers. esbuild replaces "**" by Math.pow, also for BigInts.
export default ({ pow, sin, cos, tan }) => ({
  "Math.pow": (x, y) => (typeof x === "bigint" || typeof y === "bigint" ? x ** y : pow(Number(x), Number(y))),
  "Math.sin": (x) => sin(Number(x)),
  "Math.cos": (x) => cos(Number(x)),
  "Math.tan": (x) => tan(Number(x)),
});
