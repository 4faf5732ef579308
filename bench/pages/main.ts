/**
 * npm run bench:pages: the cost of a first visit of each page, on the demonstration, in Chromium with a processor four
 * times slower, 1.6 Mbit a second, 150 ms for each round trip and an empty cache. Each page is visited BENCH_ROUNDS (5)
 * times, in turns; the median counts. `npm run bench:pages store book` visits the pages whose names begin so. The exit
 * code is 1 when a bar is missed.
 */
import { chromium, type Browser } from "playwright-core";
import { startDemonstration } from "../../proofs/rig/demonstration.ts";
import { findChromium } from "../../test/harness/browser-server.ts";
import { middle } from "../compare.ts";
import { measurePage, type PageFigures } from "./measure-page.ts";
import { pagesOf, type PageVisit } from "./page-bars.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const wanted = process.argv.slice(2);
const heading = `${"page".padEnd(18)}   bytes  of most  pictures  requests  painted  moved   long tasks, longest  press answered`;

const demonstration = await startDemonstration();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--no-sandbox"],
});
try {
  const visits = pagesOf(demonstration).filter(
    ({ name }) => wanted.length === 0 || wanted.some((beginning) => name.startsWith(beginning)),
  );
  const cookies = new Map<string | null, Cookies>();
  for (const role of new Set(visits.map((visit) => visit.role))) cookies.set(role, await signIn(browser, role));
  // A checkout renders its documentation at the first call; a package has it beforehand.
  for (const { path, role } of visits)
    if (role === null) await (await fetch(demonstration.baseUrl + path)).arrayBuffer();
  const measured = new Map(visits.map((visit) => [visit, [] as PageFigures[]]));
  for (let round = 0; round < rounds; round++)
    for (const [visit, figures] of measured)
      figures.push(await measurePage(browser, demonstration.baseUrl, visit, cookies.get(visit.role) ?? []));
  console.log(heading);
  for (const [visit, figures] of measured) report(visit, figures);
} finally {
  await browser.close();
  await demonstration.stop();
}

type Cookies = Parameters<typeof measurePage>[3];

async function signIn(browser: Browser, role: string | null): Promise<Cookies> {
  if (role === null) return [];
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(demonstration.signInUrlOf(role));
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** One line of the table; what misses its bar is named behind. */
function report({ name, most }: PageVisit, figures: readonly PageFigures[]): void {
  const of = (field: Exclude<keyof PageFigures, "answerMs">): number => middle(figures.map((one) => one[field]));
  const answers = figures.flatMap(({ answerMs }) => answerMs ?? []);
  const answerMs = answers.length === 0 ? undefined : middle(answers);
  const bars = [
    ["bytes", of("bytes"), most.bytes],
    ["painted", of("paintMs"), most.paintMs],
    ["moved", of("shift"), most.shift ?? Infinity],
    ["press answered", answerMs ?? 0, most.answerMs ?? Infinity],
  ] as const;
  const missed = bars.flatMap(([what, is, bar]) => (is > bar ? `${what} at most ${bar}` : []));
  const cells = [
    String(of("bytes")).padStart(8),
    String(most.bytes).padStart(8),
    String(of("pictureBytes")).padStart(9),
    String(of("requests")).padStart(9),
    `${(of("paintMs") / 1_000).toFixed(2)} s`.padStart(8),
    of("shift").toFixed(3).padStart(6),
    `${of("longTasks")}, ${Math.round(of("longestTaskMs"))} ms`.padStart(20),
    (answerMs === undefined ? "" : `${Math.round(answerMs)} ms`).padStart(15),
  ];
  console.log(`${name.padEnd(18)}${cells.join(" ")}${missed.length === 0 ? "" : `  MISSED: ${missed.join(", ")}`}`);
  if (missed.length > 0) process.exitCode = 1;
}
