/**
 * npm run proof:money [orders] [kills] [--no-builds]: thousands of orders are placed, paid (once, twice, late, with the
 * wrong amount), declined, cancelled by each side, denied, timed out, changed and refunded, in random order, with the
 * test processor and with a stand-in of Stripe. The stand-in loses answers, fails, limits, and sends its events twice and
 * out of order. The service and its database are killed meanwhile. Afterwards ledger, orders and the processors' own
 * books must agree to the cent. Then the checks must notice falsified rows and broken builds. The exit code is 1
 * otherwise. MONEY_SEED repeats the draws.
 */
import { seededRandom } from "../../examples/menus/draw-menu.ts";
import { brokenBuilds, makeBrokenBuild, type BrokenBuild } from "./builds.ts";
import { runMoney } from "./run.ts";

const numbers = process.argv.slice(2).filter((text) => /^\d+$/.test(text));
const orders = Number(numbers[0] ?? 3_000);
const kills = Number(numbers[1] ?? 12);
const seed = Number(process.env["MONEY_SEED"] ?? Math.floor(Math.random() * 1_000_000));
const began = performance.now();
const wrong: string[] = [];

console.log(`seed ${seed}, ${orders} orders, ${kills} kills`);
const violations = await runMoney({
  orders,
  kills,
  random: seededRandom(seed),
  say: console.log,
  faultRate: 0.08,
  settlesWithinMs: 120_000,
  controls: true,
});
for (const violation of violations.slice(0, 20)) console.error(`VIOLATION: ${violation}`);
wrong.push(...violations);
console.log(violations.length === 0 ? "all books agree" : `${violations.length} violations`);

if (!process.argv.includes("--no-builds")) {
  // The same in small, with more going wrong: a build that is not broken has to pass it.
  for (const build of [null, ...brokenBuilds]) await tryBuild(build);
}
console.log(
  `${((performance.now() - began) / 1000).toFixed(0)} s in all: ${wrong.length === 0 ? "proven" : "NOT proven"}`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;

async function tryBuild(build: BrokenBuild | null): Promise<void> {
  const made = build === null ? undefined : makeBrokenBuild(build);
  try {
    const found = await runMoney({
      orders: 240,
      kills: 2,
      random: seededRandom(seed),
      ...(made === undefined ? {} : { root: made.root }),
      say: () => {},
      // Enough for a lost answer to be lost again when it is asked for again.
      faultRate: 0.3,
      settlesWithinMs: 60_000,
      controls: false,
    });
    const name = build === null ? "the build as it is" : `broken build: ${build.name}`;
    const isRight = (found.length === 0) === (build === null);
    const words = found.length === 0 ? "nothing found" : `noticed (${found[0]?.slice(0, 110)})`;
    console.log(`${name}: ${words}${isRight ? "" : " - WRONG"}`);
    if (!isRight) wrong.push(`${name}: ${words}`);
  } finally {
    made?.remove();
  }
}
