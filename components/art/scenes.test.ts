import assert from "node:assert/strict";
import test from "node:test";
import { brotliCompressSync } from "node:zlib";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { withTrucks } from "./assembly";
import { depthOrder } from "./depth";
import { scenes } from "./index";
import { brightness, paint, tone } from "./palette";
import { fridge, monitor, tubeTelevision } from "./parts/appliances";
import { boxSpring, mattress, television } from "./parts/furniture";
import { bunkBed, flatScreen, piano } from "./parts/household";
import { lumber } from "./parts/junk";
import type { PictureProps } from "./Picture";
import { articles } from "./scenes/articles";
import { business } from "./scenes/business";
import { categories } from "./scenes/categories";
import { cities } from "./scenes/cities";
import { homes } from "./scenes/homes";
import { jobs as cityJobs } from "./scenes/jobs";
import { special } from "./scenes/special";
import { towns } from "./scenes/towns";
import { yards } from "./scenes/yards";
import type { Solid } from "./solid";

/** The maximum compressed size of a picture, in bytes. */
const LIMIT = 25_000;

const drawn = new Map(Object.entries(scenes).map(([name, scene]) => [name, renderToStaticMarkup(scene.draw())]));

for (const [name, scene] of Object.entries(scenes)) {
  test(`${name} is one complete, small SVG file`, () => {
    const svg = drawn.get(name)!;
    assert(
      svg.startsWith(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${scene.width}" height="${scene.height}" viewBox="0 0 `,
      ),
      svg.slice(0, 120),
    );
    assert(svg.endsWith("</svg>"));
    assert.doesNotMatch(svg, /NaN|Infinity|undefined|e-\d/);
    assert.doesNotMatch(svg, /<(?!\/?(svg|g|path)[ >])/, "an element other than svg, g and path");
    const size = brotliCompressSync(svg).length;
    assert(size <= LIMIT, `${size} bytes`);
    assert.equal(renderToStaticMarkup(scene.draw()), svg, "drawn twice, it differs");
  });

  test(`${name} has a name for the address bar and a sentence for those who do not see it`, () => {
    assert.match(name, /^[a-z]+(-[a-z]+)*$/);
    assert.match(scene.alt, /^[A-Z].{30,160}\.$/);
    assert.doesNotMatch(scene.alt, /['"]/, "a straight quotation decal");
    assert.doesNotMatch(
      scene.alt,
      /\b(heaps?|containers?|drive|has to stand)\b/i,
      "a word that nobody in Dallas would use here",
    );
  });

  test(`${name} has a depth order without cycles`, () => {
    const { solids } = props(name);
    const cycles = (list: readonly Solid[]): number =>
      depthOrder(list).cycles +
      list.reduce((sum, s) => sum + (s.parts && s.order === "depth" ? cycles(s.parts) : 0), 0);
    for (const kind of ["box", "bed", "trailer"] as const) assert.equal(cycles(withTrucks(kind, solids)), 0, kind);
  });
}

test("no two pictures are the same, nor described alike", () => {
  assert.equal(new Set(drawn.values()).size, drawn.size);
  const described = Object.keys(scenes).filter((name) => !/-(small|phone)$/.test(name));
  assert.equal(new Set(described.map((name) => scenes[name]!.alt)).size, described.length);
});

/** Large things that a crew hauls; bags and boxes are everywhere. */
const CARGO =
  /\b(armchair|bookcase|box spring|bunk bed|china cabinet|couch|dresser|freezer|fridge|futon|grill|kayak|mattress|piano|sectional|sofa|stove|treadmill|trunk|wardrobe|washer|workbench)s?\b/g;

test("each picture has its own cargo: no thing stands for more than two jobs, or for two cities", () => {
  const atWork = { hero: scenes["hero"]!, ...categories, ...homes, ...yards, ...business, ...special, ...articles };
  for (const [kind, most] of [[atWork, 2], [{ ...cities, ...towns, ...cityJobs }, 1]] as const) {
    const named = Object.entries(kind).filter(([name]) => !name.endsWith("-after")).flatMap(([name, { alt }]) =>
      [...alt.matchAll(CARGO)].map(([, thing]) => [thing!, name] as const)
    );
    for (const [thing] of named) {
      const shown = named.filter(([other]) => other === thing).map(([, name]) => name);
      assert(shown.length <= most, `${thing}: ${shown.join(", ")}`);
    }
  }
});

/** The first path of a picture, its ground. */
function ground(name: string): string {
  return drawn.get(name)!.match(/ d="([^"]*)"/)![1]!;
}

test("loads and gallery pairs are drawn at the same place and scale", () => {
  for (const load of ["xs", "quarter", "half", "full"])
    assert.equal(ground(`truck-${load}`), ground("truck-empty"), load);
  for (const pair of ["garage", "yard", "property"])
    assert.equal(ground(`${pair}-before`), ground(`${pair}-after`), pair);
});

/** The solids of a scene. */
function props(name: string): PictureProps {
  return (scenes[name]!.draw() as ReactElement<PictureProps>).props;
}

/** The pictures of a place before and after the job. */
const jobs = Object.keys(scenes)
  .filter((name) => name.endsWith("-after"))
  .map((after) => [after.replace(/-after$/, ""), after] as const)
  .map(([name, after]) => [name in scenes ? name : `${name}-before`, after] as const);

for (const [first, second] of jobs) {
  test(`${first} and ${second} share every polygon that stays`, () => {
    const [before, after] = [props(first), props(second)];
    assert.deepEqual(before.fitTo, after.fitTo);
    for (const { solids } of [before, after]) {
      const there = new Set(solids.map((solid) => JSON.stringify(solid)));
      for (const solid of before.fitTo!) assert(there.has(JSON.stringify(solid)), "a part of the place is not in both");
    }
    const both = new Set(before.solids.map((solid) => JSON.stringify(solid)));
    const shared = after.solids.filter((solid) => both.has(JSON.stringify(solid)));
    assert.equal(shared.length, before.fitTo!.length, "what both show is the place");
  });
}

/** What not every company takes, by the extents of its solids, the least first. */
const REFUSED = new Map(
  Object.entries({
    "bunk bed": bunkBed(), fridge: fridge(), monitor: monitor(), "tube TV": tubeTelevision(), TV: television(),
    "box spring": boxSpring(), mattress: mattress(), "flat TV": flatScreen(), "larger flat TV": flatScreen(5),
    piano: piano(), lumber: lumber(5), "longer lumber": lumber(6),
  }).map(([name, part]) => [part.map(extents).join(), name]),
);

function extents({ bounds: { min, max } }: Solid): string {
  return min.map((n, i) => Math.round(100 * (max[i]! - n))).sort((a, b) => a - b).join("x");
}

/** The refused things among solids; a mattress on its edge has any size. */
function refused(solids: readonly Solid[]): string[] {
  return solids.flatMap((solid) => {
    const size = extents(solid);
    const thing = REFUSED.get(size) ?? (/^85x[3-9]\d\dx/.test(size) ? "mattress on its edge" : undefined);
    return [...(thing ? [thing] : []), ...refused(solid.parts ?? [])];
  });
}

test("pictures of a company that does not take all things show none of those", () => {
  // These are on pages that the built-in company alone has.
  const others: Record<string, unknown> = { ...cities, ...towns, ...cityJobs, ...articles };
  delete others["cost-guide"]; // is on /services, too
  const stays = /^(apartment-cleanouts(-after)?|real-estate-.*-step-(one|four)|about-caller)$/;
  for (const name of Object.keys(scenes)) {
    const base = name.replace(/-(phone|small)$/, "");
    if (base in others || /^(plain|appliance|mattress|ewaste|thing|construction|debris|shed)-/.test(base)) continue;
    const shown = `plain-${name}` in scenes ? `plain-${name}` : name;
    const staying = stays.test(base) ? ["fridge", "monitor"] : [];
    assert.deepEqual(refused(props(shown).solids).filter((thing) => !staying.includes(thing)), [], shown);
    if (!stays.test(base)) assert.doesNotMatch(scenes[shown]!.alt, /mattress|bunk|fridge|refrigerator|\bTVs?\b|piano|\blumber|carpet in|old fence/);
  }
});

/** The extents of a picture on the screen: minimum and maximum x and y of its corners. */
function extent(svg: string): { left: number; top: number; right: number; bottom: number } {
  const around = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers(svg.match(/matrix\(([^)]*)\)/)![1]!);
  for (const [, path] of svg.matchAll(/ d="([^"]*)"/g)) {
    let [startX, startY] = [0, 0];
    for (const [, corners, arcs] of path!.matchAll(/m([-\d ]*)(a[^z]*)?z/g)) {
      const n = numbers(corners!);
      [startX, startY] = [startX + n[0]!, startY + n[1]!];
      // Of a disc, the first and the opposite corner.
      if (arcs) n.push(...numbers(arcs).slice(5, 7));
      let [u, v] = [startX - n[0]!, startY - n[1]!];
      for (let i = 0; i < n.length; i += 2) {
        [u, v] = [u + n[i]!, v + n[i + 1]!];
        const [x, y] = [a * u + c * v + e, b * u + d * v + f];
        around.left = Math.min(around.left, x);
        around.top = Math.min(around.top, y);
        around.right = Math.max(around.right, x);
        around.bottom = Math.max(around.bottom, y);
      }
    }
  }
  return around;
}

function numbers(text: string): number[] {
  return (text.match(/-?(\d+(\.\d+)?|\.\d+)/g) ?? []).map(Number);
}

// Everything is rounded to whole units, and lineups reach the edges exactly. Crops for phones and the street run off on purpose.
test("no picture is cut off at its edges", () => {
  for (const [name, svg] of drawn) {
    if (/-(phone|street)$/.test(name)) continue;
    const [, , width, height] = svg
      .match(/viewBox="([^"]*)"/)![1]!
      .split(" ")
      .map(Number) as [number, number, number, number];
    const { left, top, right, bottom } = extent(svg);
    assert(
      Math.min(left, top, width - right, height - bottom) > -2,
      `${name} reaches from ${left}, ${top} to ${right}, ${bottom} of ${width}, ${height}`,
    );
  }
});

test("each paint is lightest on top, itself on the left, darkest on the right", () => {
  const light = (color: string) => [1, 3, 5].reduce((sum, i) => sum + parseInt(color.slice(i, i + 2), 16), 0);
  for (const [name, base] of Object.entries(paint)) {
    // Nothing is darker than the ink, nothing lighter than the cream.
    if (base === paint.ink || base === paint.cream) continue;
    const [top, left, right] = (
      [
        [0, 0, 1],
        [0, 1, 0],
        [1, 0, 0],
      ] as const
    ).map((n) => tone(base, brightness(n)));
    assert.equal(left, base.toLowerCase(), name);
    assert(light(right!) < light(left!), name);
    assert(light(top!) > light(left!), name);
  }
});
