/** The logos and large pictures of the demonstration's two places as drawings in SVG. Pure. */
import { circle, ellipse, leaf, path, seeded, shaded, turned } from "./dish-shapes.ts";

export interface PlacePicture {
  readonly width: number;
  readonly height: number;
  readonly draw: () => string;
}

const logo = (draw: () => string): PlacePicture => ({ width: 256, height: 256, draw });
const hero = (draw: () => string): PlacePicture => ({ width: 1280, height: 720, draw });

/** By the folder of the place and the name of the file. */
export const placePictures: Readonly<Record<string, Readonly<Record<"logo" | "hero", PlacePicture>>>> = {
  "small-bistro": { logo: logo(mapleLogo), hero: hero(bistroFront) },
  "corner-shop": { logo: logo(wheatLogo), hero: hero(bakeryShelves) },
};

const rect = (x: number, y: number, width: number, height: number, fill: string, more = ""): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;

function mapleLogo(): string {
  const half = "128 36 L142 66 L164 54 L158 90 L190 80 L184 102 L212 116 L182 138 L190 158 L150 152 L138 164 L136 214";
  const mirrored = "L120 214 L118 164 L106 152 L66 158 L74 138 L44 116 L72 102 L66 80 L98 90 L92 54 L114 66Z";
  return rect(0, 0, 256, 256, "#7b1f2b") + path(`M${half} ${mirrored}`, "#f7e7d2");
}

function wheatLogo(): string {
  const grains = [0, 1, 2, 3].flatMap((row) => [-1, 1].map((side) => ({ x: 128 + side * 20, y: 74 + row * 34, side })));
  const ear = grains.map(({ x, y, side }) => turned(side * -32, x, y, ellipse(x, y, 12, 23, "#7a4a16"))).join("");
  const top = ellipse(128, 50, 12, 23, "#7a4a16");
  return rect(0, 0, 256, 256, "#f3d9a4") + rect(124, 70, 8, 146, "#7a4a16", `rx="4"`) + top + ear;
}

/** The street in the evening: two windows with light, a door, a striped awning, and tables with chairs before them. */
function bistroFront(): string {
  const street = rect(0, 0, 1280, 720, "#27343b");
  const upstairs = [180, 450, 770, 1040].map(
    (x) => rect(x, -110, 70, 130, "#e9b55c") + rect(x + 32, -110, 6, 130, "#27343b"),
  );
  const front = rect(120, 70, 1040, 302, "#5b1a24") + rect(120, 70, 1040, 14, "#3f1018");
  const windows = [170, 790].map((x) => litWindow(x, 150)).join("");
  const door =
    rect(570, 168, 140, 204, "#3a0f16") + rect(586, 184, 108, 120, "#f5c66b") + circle(690, 330, 6, "#d9b25a");
  const tables = [240, 420, 880, 1050].map((x, index) => terraceTable(x, 404 + (index % 2) * 18)).join("");
  const house = `<g transform="translate(0 128)">${upstairs.join("") + rect(0, 372, 1280, 220, "#59524b") + front + windows + door + awning() + tables}</g>`;
  return street + house + rect(0, 0, 1280, 720, "url(#light)", `opacity=".5"`);
}

function litWindow(x: number, y: number): string {
  const random = seeded(x);
  const lamps = [60, 165, 270].map(
    (at) =>
      rect(x + at - 1, y, 2, 34, "#6b4a22") +
      path(`M${x + at - 20} ${y + 54} L${x + at} ${y + 30} L${x + at + 20} ${y + 54}Z`, "#8c2f2a"),
  );
  const bottles = Array.from({ length: 16 }, (_, index) => {
    const tall = 26 + random() * 20;
    return rect(x + 14 + index * 19, y + 150 - tall, 9, tall, index % 3 === 0 ? "#476a3a" : "#a45a2c", `rx="3"`);
  });
  const shelf = rect(x + 8, y + 150, 314, 6, "#8a5a2c");
  const bars = rect(x + 162, y, 6, 190, "#3a0f16") + rect(x, y, 330, 190, "none", `stroke="#3a0f16" stroke-width="10"`);
  return rect(x, y, 330, 190, "#f3bf63") + lamps.join("") + bottles.join("") + shelf + bars;
}

function awning(): string {
  const stripes = Array.from({ length: 22 }, (_, index) => {
    const [x, fill] = [108 + index * 48.4, index % 2 === 0 ? "#f7efe2" : "#8f2733"];
    return path(`M${x} 78 L${x + 48.4} 78 L${x + 48.4} 140 Q${x + 24.2} 160 ${x} 140Z`, fill);
  });
  return shaded(stripes.join(""));
}

function terraceTable(x: number, y: number): string {
  const chair = (at: number): string =>
    rect(at - 20, y - 34, 40, 6, "#b98a55", `rx="3"`) +
    [-17, 13].map((leg) => rect(at + leg, y - 34, 4, 52, "#8a6238")).join("") +
    rect(at - 20, y - 6, 40, 7, "#b98a55", `rx="3"`);
  const top = rect(x - 46, y - 22, 92, 8, "#efe8da", `rx="4"`) + rect(x - 3, y - 14, 6, 46, "#3c3c3c");
  const vase =
    circle(x, y - 28, 7, "#dfe9ea") + leaf(x - 5, y - 40, 9, -60, "#7cb342") + leaf(x + 6, y - 40, 9, 60, "#5f9b3a");
  return shaded(chair(x - 66) + chair(x + 66) + top + vase);
}

/** Four shelves of wood with loaves, croissants and cakes. */
function bakeryShelves(): string {
  const ground = rect(0, 0, 1280, 720, "#efdcb8") + rect(0, 0, 1280, 720, "url(#light)", `opacity=".45"`);
  const shelves = [180, 350, 520, 690].map((y) => shaded(rect(30, y, 1220, 18, "url(#wood)"))).join("");
  const goods = [loaf, croissant, cake, loaf].flatMap((draw, row) =>
    Array.from({ length: 9 - row }, (_, index) => shaded(draw(110 + index * (1_060 / (8 - row)), 180 + row * 170))),
  );
  return ground + shelves + goods.join("");
}

function loaf(x: number, y: number): string {
  const cuts = [-26, 0, 26].map((at) =>
    path(
      `M${x + at - 9} ${y - 48} Q${x + at + 2} ${y - 62} ${x + at + 11} ${y - 44}`,
      "none",
      `stroke="#f2d4a0" stroke-width="5"`,
    ),
  );
  return (
    path(`M${x - 56} ${y} Q${x - 62} ${y - 68} ${x} ${y - 70} Q${x + 62} ${y - 68} ${x + 56} ${y}Z`, "#b06a2a") +
    cuts.join("")
  );
}

function croissant(x: number, y: number): string {
  const parts = [-44, -24, 0, 24, 44].map((at, index) => {
    const size = [15, 24, 30, 24, 15][index] ?? 20;
    return turned(
      at * 0.9,
      x + at,
      y - 24,
      ellipse(x + at, y - 22 - (size - 15) * 0.6, 17, size, index % 2 === 0 ? "#d08a3a" : "#c07a2c"),
    );
  });
  return parts.join("");
}

function cake(x: number, y: number): string {
  const layers = rect(x - 58, y - 62, 116, 62, "#c98043", `rx="6"`) + rect(x - 58, y - 38, 116, 9, "#fbf3e0");
  const icing = rect(x - 62, y - 74, 124, 22, "#fbf3e0", `rx="10"`);
  const carrots = [-36, 0, 36].map((at) =>
    path(`M${x + at - 7} ${y - 84} L${x + at + 7} ${y - 84} L${x + at} ${y - 64}Z`, "#e8792b"),
  );
  return layers + icing + carrots.join("");
}
