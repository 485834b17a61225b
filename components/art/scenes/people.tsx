import type { PictureProps } from "../Picture";
import { mix, paint, type Paint } from "../palette";
import type { Scene } from "../scene";

// The sample company's people at eye height, as one meets them at the door. A photograph of the same name replaces each.

/** An area of one color, as the data of a path. */
type Area = readonly [Paint, string];

interface Person {
  skin: Paint;
  hair: Paint;
  shirt: Paint;
  /** How far the face looks to the right, in pixels. */
  looks?: number;
  /** What lies over head and shoulders, and before them. */
  over?: readonly Area[];
  /** What is behind the head, such as long hair. */
  behind?: readonly Area[];
}

/** An ellipse. */
function oval(x: number, y: number, rx: number, ry = rx): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}

/** Somebody from the waist up, 240 × 260 pixels, with the light from the left. */
function bust({ skin, hair, shirt, looks = 0, over = [], behind = [] }: Person): Area[] {
  const shade = (color: Paint) => mix(color, paint.ink, 0.16);
  const [left, right] = [102 + looks, 138 + looks];
  return [
    ...behind,
    [shirt, "M22 260C24 204 40 186 92 172H148C200 186 216 204 218 260z"],
    [shade(shirt), "M120 172H148C200 186 216 204 218 260H150C150 226 142 196 120 172z"],
    [shade(skin), "M100 130H140V172C140 188 100 188 100 172z"],
    [skin, "M76 82C76 36 164 36 164 82V98C164 134 140 156 120 156S76 134 76 98z"],
    [shade(skin), "M146 50C160 60 164 74 164 90V98C164 134 140 156 120 156C142 140 150 118 148 92z"],
    [skin, oval(74, 100, 8, 13)],
    [shade(skin), oval(166, 100, 8, 13)],
    [paint.ink, oval(left, 98, 4.4, 5.4)],
    [paint.ink, oval(right, 98, 4.4, 5.4)],
    [hair, `M${left - 11} 86q11 -8 22 -1v4q-11 -6 -22 1z`],
    [hair, `M${right - 11} 85q11 -7 22 1v4q-11 -7 -22 -1z`],
    [shade(skin), `M${118 + looks} 100l9 18q-6 5 -13 1l4 -2z`],
    [mix(skin, paint.rust, 0.7), `M${106 + looks} 128q14 5 29 -1q-3 15 -15 14t-14 -13z`],
    [paint.white, `M${109 + looks} 129q12 3 23 -1q-3 7 -12 7t-11 -6z`],
    ...over,
  ];
}

/** The crew's cap, with a brim that looks where its wearer does. */
function cap(looks: number): Area[] {
  const dark = mix(paint.forest, paint.ink, 0.3);
  return [
    [paint.forest, "M72 76C70 20 170 20 168 76z"],
    [dark, "M134 38C160 44 168 58 168 76H146C148 62 144 48 134 38z"],
    [dark, `M${66 + looks} 78Q${120 + 2 * looks} 54 ${174 + looks} 78Q${120 + 2 * looks} 68 ${66 + looks} 78z`],
    [paint.cream, `M${108 + looks} 60q12 -18 24 0z`],
  ];
}

const crewShirt = { shirt: paint.clay };
const collar: Area[] = [
  [mix(paint.clay, paint.cream, 0.18), "M92 168L120 196L104 212L82 176z"],
  [mix(paint.clay, paint.ink, 0.24), "M148 168L120 196L136 212L158 176z"],
];

const luis: Person = {
  ...crewShirt, skin: mix(paint.skinLight, paint.skinDark, 0.35), hair: paint.hair, looks: 6,
  // The handle of his hand truck.
  behind: [[paint.iron, "M6 260V132q0 -22 22 -22t22 22V260h-9V134q0 -15 -13 -15t-13 15V260z"]],
  over: [
    ...cap(4), ...collar,
    [paint.hair, "M104 124q10 -10 22 -4q12 -6 22 4q-10 4 -22 0q-12 4 -22 0z"],
  ],
};

const tasha: Person = {
  ...crewShirt, skin: paint.skinDark, hair: paint.rubber, looks: 3,
  behind: [[paint.hair, `${oval(62, 112, 26, 34)} ${oval(178, 112, 26, 34)} ${oval(64, 144, 20)} ${oval(176, 144, 20)}`]],
  over: [
    ...cap(3), ...collar,
    [paint.mustard, `${oval(73, 116, 4)} ${oval(167, 116, 4)}`],
    // Her broom over the shoulder.
    [paint.plank, "M206 260L226 40h9L217 260z"],
    [paint.bark, "M212 44h36l6 -40h-36z"],
  ],
};

const ben: Person = {
  shirt: paint.teal, skin: paint.skinLight, hair: paint.bark, looks: -2,
  over: [
    [paint.bark, "M72 88C66 24 128 16 150 34C170 40 172 66 168 88C160 76 158 64 150 58C128 66 100 62 88 58C80 66 76 76 72 88z"],
    [mix(paint.bark, paint.skinLight, 0.35), "M84 122C92 158 148 158 156 122C160 150 140 164 120 164S80 150 84 122z"],
    [mix(paint.skinLight, paint.rust, 0.7), "M106 134q13 5 26 0q-3 10 -13 10t-13 -10z"],
    // His headset.
    [paint.rubber, "M64 92C58 0 182 0 176 92h-8C174 14 66 14 72 92z"],
    [paint.rubber, `${oval(68, 100, 11, 16)} ${oval(172, 100, 11, 16)} M66 112c2 26 20 34 38 34v5c-24 0 -42 -12 -44 -38z`],
    [paint.white, "M92 172L120 190L106 206L84 178z M148 172L120 190L134 206L156 178z"],
  ],
};

const customer: Person = {
  shirt: paint.denim, skin: paint.skinLight, hair: mix(paint.rust, paint.ink, 0.3), looks: -7,
  behind: [[paint.rust, "M66 90C60 18 180 18 174 90C186 130 184 170 178 186H62C56 170 54 130 66 90z"]],
  over: [[paint.rust, "M70 96C64 30 120 26 132 40C160 36 176 62 170 98C160 84 152 70 132 58C112 64 84 74 70 96z"]],
};

interface Drawn extends PictureProps {
  areas: readonly Area[];
  /** People, each with the place of their upper left corner and a scale. */
  people: readonly (readonly [Person, x: number, y: number, scale: number])[];
}

function Portrait({ width, height, areas, people }: Drawn) {
  const paths = (list: readonly Area[]) => list.map(([fill, d], i) => <path key={i} fill={fill} d={d} />);
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      {paths(areas)}
      {people.map(([person, x, y, scale], i) => (
        <g key={i} transform={`matrix(${scale} 0 0 ${scale} ${x} ${y})`}>
          {paths(bust(person))}
        </g>
      ))}
    </svg>
  );
}

function portrait(alt: string, person: Person, wall: Paint): Scene {
  const [width, height] = [320, 320];
  const areas: Area[] = [
    [wall, `M0 0H${width}V${height}H0z`],
    [mix(wall, paint.cream, 0.4), "M0 0H150L60 320H0z"],
  ];
  const drawn = { width, height, solids: [], areas, people: [[person, 28, 34, 1.1]] as const };
  return { alt, width, height, draw: () => <Portrait {...drawn} /> };
}

/** The crew lead outside, and the customer in the open door. */
function atTheDoor(): Scene {
  const [width, height] = [640, 480];
  const brick = mix(paint.brick, paint.cream, 0.25);
  const rows = Array.from({ length: 12 }, (_, i) => `M0 ${38 + i * 40}h330v3h-330z`);
  const areas: Area[] = [
    [brick, "M0 0H640V480H0z"],
    [mix(brick, paint.cream, 0.3), rows.join("")],
    [paint.white, "M330 0H640V480H330z"],
    [mix(paint.plaster, paint.mustard, 0.25), "M352 22H618V480H352z"],
    [mix(paint.plaster, paint.cream, 0.6), "M430 70H520V190H430z"],
    [paint.glass, "M440 80H510V180H440z"],
    // The door, open to the inside.
    [paint.leaf, "M560 22L618 8V480H560z"],
    [mix(paint.leaf, paint.ink, 0.2), "M572 60L606 52V220L572 222z M572 260L606 260V440L572 440z"],
    [paint.mustard, oval(567, 262, 6)],
    [mix(paint.plaster, paint.ink, 0.2), "M352 22H362V480H352z"],
  ];
  const people = [[customer, 330, 178, 1.18], [luis, 46, 130, 1.36]] as const;
  return {
    alt: "A crew lead in a green cap at an open front door, seen at eye height, and the customer he has come to meet.",
    width, height,
    draw: () => <Portrait width={width} height={height} solids={[]} areas={areas} people={people} />,
  };
}

/** Everybody on "/about" by the name of their picture, and the picture of the page. */
export const people: Record<string, Scene> = {
  "about-door": atTheDoor(),
  "crew-luis": portrait("A crew lead with a mustache and a green cap, the handle of his hand truck behind him.", luis, paint.sand),
  "crew-tasha": portrait("A crew lead with dark curls under her cap, a broom over her shoulder.", tasha, paint.glass),
  "crew-ben": portrait("The dispatcher with a short beard and a headset, ready to take a call.", ben, paint.tape),
};
