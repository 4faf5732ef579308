/** The dishes of the demonstration menus as drawings in SVG, seen from above. Pure. */
import { circle, ellipse, greens, leaf, path, pick, plate, seeded, shaded, strewn, turned } from "./dish-shapes.ts";

const sesame = (seed: number, radius: number): string =>
  strewn(seed, 46, radius, (x, y, random) => turned(random() * 180, x, y, ellipse(x, y, 6, 3.4, "#f9e6bd")));

function burger(): string {
  const lettuce = Array.from({ length: 22 }, (_, at) => {
    const angle = (at / 22) * 2 * Math.PI;
    return circle(320 + Math.cos(angle) * 124, 240 + Math.sin(angle) * 124, 24, at % 2 === 0 ? "#7cb342" : "#64992f");
  }).join("");
  const cheese = path("M320 92 L468 240 L320 388 L172 240Z", "#f4b63c", `stroke="#d9962a" stroke-width="3"`);
  const bun = circle(320, 240, 116, "url(#bun)") + ellipse(286, 196, 54, 36, "#fff", `opacity=".18"`);
  return plate() + shaded(lettuce) + shaded(cheese) + shaded(bun) + sesame(7, 92);
}

function wedge(from: number, to: number, radius: number, fill: string, more = ""): string {
  const at = (angle: number): string =>
    `${(320 + Math.cos(angle) * radius).toFixed(1)} ${(250 + Math.sin(angle) * radius).toFixed(1)}`;
  return path(`M320 250 L${at(from)} A${radius} ${radius} 0 0 1 ${at(to)}Z`, fill, more);
}

function quiche(): string {
  const slice = wedge(-2.4, -0.74, 176, "#b9772f") + wedge(-2.36, -0.78, 160, "#f2cf72");
  const random = seeded(41);
  const bits = Array.from({ length: 26 }, (_, at) => {
    const [angle, far] = [-2.2 + random() * 1.3, 50 + random() * 96];
    const [x, y] = [320 + Math.cos(angle) * far, 250 + Math.sin(angle) * far];
    return at % 3 === 0
      ? leaf(x, y, 11, random() * 180, "#4d8b31")
      : ellipse(x, y, 9, 6, at % 2 ? "#d98a4b" : "#e9b95a");
  }).join("");
  return plate() + shaded(turned(6, 320, 250, slice + bits)) + sideSalad(402, 318);
}

function sideSalad(x: number, y: number): string {
  const random = seeded(x);
  const leaves = Array.from({ length: 12 }, () =>
    leaf(x - 40 + random() * 80, y - 26 + random() * 52, 24, random() * 360, pick(greens, random)),
  ).join("");
  return shaded(leaves) + circle(x - 14, y + 8, 13, "#d8412f") + circle(x + 20, y - 10, 13, "#e2553f");
}

function salad(): string {
  const leaves = strewn(3, 60, 118, (x, y, random) =>
    leaf(x, y, 22 + random() * 16, random() * 360, pick(greens, random)),
  );
  const tomatoes = strewn(
    9,
    8,
    96,
    (x, y) => circle(x, y, 16, "#d8412f") + circle(x - 5, y - 5, 4, "#fff", `opacity=".5"`),
  );
  const cucumber = strewn(5, 7, 92, (x, y) => circle(x, y, 19, "#5f9b3a") + circle(x, y, 15, "#d9efb4"));
  return bowl("#dfe7e3", "#eef3ef") + shaded(leaves) + shaded(cucumber) + shaded(tomatoes);
}

const bowl = (rim: string, well: string): string =>
  shaded(circle(320, 240, 176, rim)) + circle(320, 240, 152, well) + circle(320, 240, 152, "url(#deep)");

function formule(): string {
  const board = shaded(`<rect x="96" y="96" width="448" height="296" rx="26" fill="url(#wood)"/>`);
  const small = `<g transform="translate(30 60) scale(.74)">${burger()}</g>`;
  const glass =
    shaded(circle(470, 178, 58, "#e9f4f6")) + circle(470, 178, 48, "#f7d774") + leaf(478, 170, 20, 30, "#4d8b31");
  return board + small + glass + sideSalad(468, 318);
}

const glassOf = (drink: string, inside: string): string =>
  shaded(circle(320, 240, 150, "#e6f1f3")) +
  circle(320, 240, 150, "none", `stroke="#fff" stroke-width="6" stroke-opacity=".9"`) +
  circle(320, 240, 130, drink) +
  circle(320, 240, 130, "url(#deep)") +
  inside +
  path(
    "M222 172 A130 130 0 0 1 300 116",
    "none",
    `stroke="#fff" stroke-width="10" stroke-opacity=".6" stroke-linecap="round"`,
  );

const lemonSlice = (x: number, y: number, r: number): string =>
  shaded(circle(x, y, r, "#f0c419")) +
  circle(x, y, r * 0.88, "#fff7cf") +
  Array.from({ length: 8 }, (_, at) =>
    turned(
      at * 45,
      x,
      y,
      path(
        `M${x} ${y} L${x - r * 0.26} ${y - r * 0.74} Q${x} ${y - r * 0.92} ${x + r * 0.26} ${y - r * 0.74}Z`,
        "#f6d743",
      ),
    ),
  ).join("");

const ice = (seed: number): string =>
  strewn(seed, 4, 80, (x, y, random) =>
    turned(
      random() * 90,
      x,
      y,
      `<rect x="${x - 26}" y="${y - 26}" width="52" height="52" rx="10" fill="#fff" opacity=".55"/>`,
    ),
  );

const lemonade = (): string =>
  glassOf(
    "#f8e08a",
    ice(4) + lemonSlice(350, 214, 62) + leaf(268, 292, 34, -30, "#5f9b3a") + leaf(300, 312, 30, 20, "#4d8b31"),
  );

const bubbles = strewn(12, 60, 118, (x, y, random) => circle(x, y, 2 + random() * 5, "#fff", `opacity=".75"`));
const water = (): string => glassOf("#cfe9f0", ice(8) + bubbles + lemonSlice(284, 268, 40));

const wine = (): string =>
  shaded(circle(320, 240, 156, "#efe9ea")) +
  circle(320, 240, 138, "#7b1230") +
  circle(320, 240, 138, "url(#deep)") +
  circle(320, 240, 110, "#8e1a3b", `opacity=".6"`) +
  path(
    "M232 170 A120 120 0 0 1 316 124",
    "none",
    `stroke="#fff" stroke-width="9" stroke-opacity=".5" stroke-linecap="round"`,
  );

function tart(): string {
  const slice = wedge(-2.2, -0.94, 190, "#c98d45") + wedge(-2.14, -1, 172, "#f7d94c");
  const peaks = Array.from({ length: 9 }, (_, at) => {
    const angle = -2.02 + at * 0.114;
    return circle(
      320 + Math.cos(angle) * 148,
      250 + Math.sin(angle) * 148,
      17,
      "#fffaf0",
      `stroke="#e7c98f" stroke-width="2"`,
    );
  }).join("");
  return (
    plate() +
    shaded(turned(-8, 320, 250, `<g transform="translate(0 56)">${slice}${peaks}</g>`)) +
    lemonSlice(420, 320, 38) +
    leaf(232, 322, 30, 25, "#5f9b3a")
  );
}

const scoop = (x: number, y: number, fill: string): string =>
  shaded(circle(x, y, 62, fill)) + ellipse(x - 20, y - 22, 20, 13, "#fff", `opacity=".35"`);

const iceCream = (): string =>
  bowl("#d7c2d9", "#f3e9f3") +
  scoop(270, 206, "#f3dfae") +
  scoop(374, 212, "#e58fa0") +
  scoop(322, 296, "#6b4630") +
  turned(-34, 400, 150, `<rect x="352" y="138" width="110" height="22" rx="8" fill="#d9a45b"/>`) +
  leaf(300, 166, 24, -20, "#5f9b3a");

function croissant(): string {
  const parts = Array.from({ length: 7 }, (_, at) => {
    const angle = Math.PI + (at - 3) * 0.42 - Math.PI / 2;
    const [x, y] = [320 + Math.cos(angle) * -118, 300 + Math.sin(angle) * 118];
    const size = 66 - Math.abs(at - 3) * 11;
    return turned(
      (at - 3) * 24,
      x,
      y,
      ellipse(x, y, size * 0.62, size, "url(#bun)") +
        path(
          `M${x - 12} ${y - size * 0.7} Q${x} ${y} ${x - 12} ${y + size * 0.7}`,
          "none",
          `stroke="#a8651f" stroke-width="4" opacity=".55"`,
        ),
    );
  }).join("");
  const crumbs = strewn(21, 24, 128, (x, y) => ellipse(x, y, 4, 2.5, "#d79a4c"));
  return plate() + crumbs + shaded(`<g transform="translate(0 -130)">${parts}</g>`);
}

const roll = (): string =>
  plate() +
  shaded(leaf(320, 250, 176, -24, "#6fa63a")) +
  shaded(turned(-24, 320, 244, ellipse(320, 262, 160, 70, "#f4b63c") + ellipse(320, 232, 158, 76, "url(#bun)"))) +
  turned(
    -24,
    320,
    232,
    [-84, -28, 28, 84]
      .map((x) =>
        path(
          `M${320 + x - 14} 196 Q${320 + x + 8} 232 ${320 + x - 6} 270`,
          "none",
          `stroke="#fbe9c6" stroke-width="7" stroke-linecap="round"`,
        ),
      )
      .join(""),
  );

const soup = (): string =>
  bowl("#c9d3d8", "#d9622b") +
  path(
    "M230 236 Q280 170 330 232 T424 226",
    "none",
    `stroke="#fbead2" stroke-width="13" stroke-linecap="round" opacity=".9"`,
  ) +
  strewn(31, 26, 104, (x, y, random) => leaf(x, y, 9, random() * 360, "#4d8b31")) +
  shaded(turned(28, 486, 356, `<rect x="430" y="330" width="120" height="56" rx="26" fill="url(#bun)"/>`));

const carrotCake = (): string =>
  plate() +
  shaded(
    `<rect x="214" y="180" width="212" height="132" rx="12" fill="#b5702f"/>` +
      `<rect x="214" y="236" width="212" height="18" fill="#fff6e6"/>` +
      `<rect x="208" y="164" width="224" height="40" rx="16" fill="#fffaf0"/>`,
  ) +
  strewn(17, 40, 60, (x, y, random) =>
    y > 206 ? ellipse(x, y + 6, 5, 3, random() > 0.5 ? "#e58a33" : "#7c4a1e") : "",
  ) +
  path("M300 178 L350 172 L338 192Z", "#ef7d22") +
  leaf(360, 168, 14, -30, "#5f9b3a");

const cup = (drink: string, inside: string): string =>
  shaded(circle(320, 240, 190, "#eef0ee")) +
  circle(320, 240, 150, "#e2e5e2") +
  shaded(circle(320, 240, 118, "#fff") + `<rect x="424" y="222" width="66" height="36" rx="18" fill="#fff"/>`) +
  circle(320, 240, 102, drink) +
  circle(320, 240, 102, "url(#deep)") +
  inside;

const coffee = (): string =>
  cup(
    "#8a5a34",
    circle(320, 240, 90, "#b07a49", `opacity=".7"`) +
      path(
        "M320 292 C262 252 262 196 302 198 C314 199 320 212 320 218 C320 212 326 199 338 198 C378 196 378 252 320 292Z",
        "#f3e0c4",
      ),
  );
const tea = (): string =>
  cup(
    "#c9a23f",
    strewn(51, 5, 60, (x, y, random) => leaf(x, y, 30, random() * 360, pick(greens, random))),
  );

/** By the externalId of the dish, for each menu. */
export const dishes: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  "small-bistro": {
    burger,
    quiche,
    salad,
    formule,
    lemonade,
    water,
    cotes: wine,
    tart,
    icecream: iceCream,
  },
  "corner-shop": { croissant, roll, soup, "carrot-cake": carrotCake, coffee, tea },
};
