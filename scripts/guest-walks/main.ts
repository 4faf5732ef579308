/**
 * npm run look:guests [FOLDER] [WALK]: walks through the demonstration as guests do, in Chromium at 390 and 1440 pixels,
 * light and dark. Reports what axe finds, what scrolls sideways, errors of the browser, and walks that end early; the
 * exit code is 1 when there is any. In a folder it keeps a picture of each screen. All walks take some minutes. Needs
 * Chromium.
 */
import { chromium } from "playwright-core";
import { startDemonstration } from "../../proofs/rig/demonstration.ts";
import { findAgain, payDeposit, waitForTable, waitInLine } from "./booking-walks.ts";
import { orderInFrench, orderWithoutScript, payElsewhere, sellOut } from "./order-walks.ts";
import { findChromium } from "../../test/harness/browser-server.ts";
import { setStage } from "./stage.ts";

/** In this order: the walks at the end move the clock of the restaurant. */
const walks = {
  payElsewhere,
  sellOut,
  waitInLine,
  findAgain,
  orderInFrench,
  orderWithoutScript,
  payDeposit,
  waitForTable,
};
const [folder, wanted = ""] = process.argv.slice(2);
const place = await startDemonstration();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--no-sandbox"],
});
const stage = setStage(browser, place, folder);
try {
  for (const [name, walk] of Object.entries(walks)) {
    if (!name.startsWith(wanted)) continue;
    try {
      await walk(stage);
      console.log(`${name}: to its end`);
    } catch (error) {
      const said = `${name}: ${error instanceof Error ? error.message : String(error)}`;
      console.log(said);
      stage.findings.push(said);
    }
  }
} finally {
  await browser.close();
  await place.stop();
}
for (const finding of stage.findings) console.log(finding);
console.log(stage.findings.length === 0 ? "nothing was found" : `${stage.findings.length} findings`);
process.exitCode = stage.findings.length === 0 ? 0 : 1;
