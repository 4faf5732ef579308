/** The parts of the drawings of dishes: SVG shapes, plates, leaves, and things strewn over a plate. Pure. */

export type Random = () => number;

/** The same numbers at every run. */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export const circle = (x: number, y: number, r: number, fill: string, more = ""): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ""): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;
export const path = (d: string, fill: string, more = ""): string => `<path d="${d}" fill="${fill}" ${more}/>`;
export const turned = (angle: number, x: number, y: number, inside: string): string =>
  `<g transform="rotate(${angle.toFixed(1)} ${x} ${y})">${inside}</g>`;
export const shaded = (inside: string): string => `<g filter="url(#drop)">${inside}</g>`;

/** Things strewn over a round place. */
export function strewn(
  seed: number,
  count: number,
  radius: number,
  draw: (x: number, y: number, random: Random) => string,
) {
  const random = seeded(seed);
  return Array.from({ length: count }, () => {
    const [angle, far] = [random() * 2 * Math.PI, Math.sqrt(random()) * radius];
    return draw(Math.round(320 + Math.cos(angle) * far), Math.round(240 + Math.sin(angle) * far), random);
  }).join("");
}

export const plate = (rim = "#f6f2ea", well = "#fffdf8"): string =>
  shaded(circle(320, 240, 196, rim)) +
  circle(320, 240, 190, "none", `stroke="#fff" stroke-opacity=".8" stroke-width="3"`) +
  circle(320, 240, 148, well, `stroke="#d9d1c3" stroke-width="2"`);

export const leaf = (x: number, y: number, size: number, angle: number, fill: string): string =>
  turned(
    angle,
    x,
    y,
    path(
      `M${x - size} ${y} Q${x} ${y - size * 0.75} ${x + size} ${y} Q${x} ${y + size * 0.75} ${x - size} ${y}Z`,
      fill,
    ) + path(`M${x - size} ${y} L${x + size} ${y}`, "none", `stroke="#fff" stroke-opacity=".25" stroke-width="2"`),
  );

export const greens = ["#5f9b3a", "#7cb342", "#4d8b31", "#8bc34a", "#3f7d2c"];
export const pick = (from: readonly string[], random: Random): string =>
  from[Math.floor(random() * from.length)] ?? "#000";

const grounds = ["#6f4f37", "#3f5a63", "#7a6a55", "#50633f", "#5b4a63"];

/** The whole picture, 640 by 480: a table, light from the upper left, and the dish. */
export function drawDish(dish: () => string, number: number): string {
  const ground = grounds[number % grounds.length] ?? "#6f4f37";
  const table = `<rect width="640" height="480" fill="${ground}"/>
    <rect width="640" height="480" filter="url(#grain)"/>
    <rect width="640" height="480" fill="url(#light)"/>`;
  return drawing({ width: 640, height: 480, seed: number + 2 }, table + dish());
}

/** A drawing with the lights, woods and shadows that shapes name. */
export function drawing(
  { width, height, seed }: { readonly width: number; readonly height: number; readonly seed: number },
  inside: string,
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <defs>
      <radialGradient id="light" cx=".3" cy=".2" r="1">
        <stop offset="0" stop-color="#fff" stop-opacity=".38"/><stop offset="1" stop-color="#000" stop-opacity=".35"/>
      </radialGradient>
      <radialGradient id="deep"><stop offset=".6" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".25"/></radialGradient>
      <radialGradient id="bun" cx=".4" cy=".35" r=".75"><stop offset="0" stop-color="#eab668"/><stop offset="1" stop-color="#b46a24"/></radialGradient>
      <linearGradient id="wood"><stop offset="0" stop-color="#b98a55"/><stop offset="1" stop-color="#93663a"/></linearGradient>
      <filter id="drop" x="-20%" y="-20%" width="140%" height="140%">
        <feDropShadow dx="7" dy="11" stdDeviation="9" flood-color="#000" flood-opacity=".4"/>
      </filter>
      <filter id="grain"><feTurbulence type="fractalNoise" baseFrequency=".012 .16" numOctaves="3" seed="${seed}"/>
        <feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 .5 -.12"/></filter>
    </defs>
    ${inside}
  </svg>`;
}
