/**
 * npm run look [BEGINNING] [FOLDER]: opens each page of restaurants' people, developers and the operator, in the
 * demonstration with long names, at 1024, 820, 768 and 390 pixels, light and dark. Reports what axe finds, what scrolls
 * sideways, and errors of the browser; the exit code is 1 when there is any. In a folder it keeps a picture of each page.
 * `npm run look operator` opens the pages whose path begins so. All of them take some minutes. Needs Chromium (where the
 * tests find it, or CHROMIUM_PATH).
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { startDemonstration, type Demonstration } from "../proofs/rig/demonstration.ts";
import { consolePages } from "../src/console/shell/console-pages.ts";
import { operatorMenu } from "../src/operator/shell/operator-menu.ts";
import { findChromium } from "../test/harness/browser-server.ts";
import { axeFindings } from "../test/harness/browser.ts";

const sizes = [
  { width: 1024, height: 768 },
  { width: 820, height: 1180 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const;
const longName = "Wirtshaus zur Brückenmühle an der Donaudampfschifffahrtsgesellschaft";

const [beginning = "", folder] = process.argv.slice(2);
if (folder !== undefined) mkdirSync(folder, { recursive: true });
const findings: string[] = [];
const demonstration = await startDemonstration();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--no-sandbox"],
});
try {
  const { appId, locationId } = demonstration;
  await lookAs("operator_admin", async (page) => {
    await giveLongNames(page, demonstration);
    const linked = [
      await firstLink(page, "/operator/money", 'a[href^="/operator/orders/"]'),
      await firstLink(page, `/operator/find?q=Brückenmühle`, 'a[href^="/operator/locations/"]'),
    ];
    const records = [
      await firstRecord("/operator/bookings", `/v1/bookings?location_id=${locationId}`),
      await firstRecord("/operator/parties", `/v1/locations/${locationId}/waitlist`),
    ];
    const own = ["/operator/apps/new", `/operator/apps/${appId}`, ...linked, ...records];
    return [...operatorMenu.map(({ path }) => path), ...own.filter((path) => path !== undefined)];
  });
  await lookAs("developer", async (page) => {
    const event = await firstLink(page, `/developer/${appId}/events`, 'a[href*="/events/evt_"]');
    const pages = ["", "/events", "/requests", "/sandbox", "/menu"].map((name) => `/developer/${appId}${name}`);
    return [...pages, ...(event === undefined ? [] : [event])];
  });
  await lookAs("manager", () =>
    Promise.resolve([
      ...consolePages.map(({ name }) => `/console/${locationId}/${name}`),
      `/console/${locationId}/reports?report=orders&from=2025-11-23&to=2026-11-22`,
      "/me",
      `/board/${locationId}`,
      `/stand/${locationId}`,
    ]),
  );
} finally {
  await browser.close();
  await demonstration.stop();
}
for (const finding of findings) console.log(finding);
console.log(findings.length === 0 ? "nothing was found" : `${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;

/** Signs in as the person of a role and looks at the pages. */
async function lookAs(role: string, listPaths: (page: Page) => Promise<readonly string[]>): Promise<void> {
  const context = await browser.newContext({
    baseURL: demonstration.baseUrl,
    reducedMotion: "reduce",
    locale: "en-GB",
  });
  const page = await context.newPage();
  let path = "";
  page.on("pageerror", (error) => findings.push(`${path}: ${error.message}`));
  page.on("console", (message) => void (message.type() === "error" && findings.push(`${path}: ${message.text()}`)));
  await page.goto(demonstration.signInUrlOf(role));
  for (const one of await listPaths(page)) {
    path = one;
    if (one.slice(1).startsWith(beginning)) await lookAt(page, one);
  }
  await context.close();
}

async function lookAt(page: Page, path: string): Promise<void> {
  await page.goto(path);
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const where = `${path} at ${size.width}, ${colorScheme}`;
      for (const found of await axeFindings(page)) findings.push(`${where}: ${found}`);
      const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      if (wide > 0) findings.push(`${where}: scrolls sideways by ${wide} pixels`);
      const hidden = await page.evaluate<number>(
        'Math.max(0, ...[...document.querySelectorAll(".stacked-table")].map((one) => one.scrollWidth - one.clientWidth))',
      );
      if (hidden > 0) findings.push(`${where}: a table hides ${hidden} pixels`);
      if (folder === undefined) continue;
      const name = path
        .slice(1)
        .replaceAll(/(?:str|app|ord|evt)_\w+\//g, "")
        .replaceAll(/[^\w]+/g, "-")
        .slice(0, 60);
      await page.screenshot({ path: join(folder, `${name}-${size.width}-${colorScheme}.png`), fullPage: true });
    }
  }
}

/** Where the first such link of a page leads. */
async function firstLink(page: Page, path: string, selector: string): Promise<string | undefined> {
  await page.goto(path);
  return (
    (await page
      .locator(selector)
      .first()
      .getAttribute("href", { timeout: 5_000 })
      .catch(() => null)) ?? undefined
  );
}

/** The operator's page of the first record that a partner's list, or the line of a waitlist, names. */
async function firstRecord(page: string, list: string): Promise<string> {
  const headers = { authorization: `Bearer ${demonstration.apiKey}` };
  const answer = await fetch(`${demonstration.baseUrl}${list}`, { headers });
  type Named = readonly { readonly id: string }[];
  const { data, entries } = (await answer.json()) as { readonly data?: Named; readonly entries?: Named };
  const [first] = data ?? entries ?? [];
  if (first === undefined) throw new Error(`${list} answers ${answer.status} and names nothing`);
  return `${page}/${first.id}`;
}

/** The names of the demonstration are short; those of real places are not. */
async function giveLongNames(page: Page, { appId, locationId }: Demonstration): Promise<void> {
  for (const path of [`locations/${locationId}`, `apps/${appId}`])
    await page.evaluate(
      `fetch("/console/v1/operator/${path}", { method: "PATCH", headers: { "content-type": "application/json" }, body: '{"name":"${longName}"}' })`,
    );
}
