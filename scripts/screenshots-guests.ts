/**
 * npm run screenshots:guests FOLDER: takes each page of guests in every language side by side, as FOLDER/{page}.png, for
 * people to look at. Starts its own sandbox with the demonstration, on a free port and in its own folder, and stops it at
 * the end. `npm run screenshots:guests FOLDER menu` takes the pages whose names begin so; WIDTH (390) and THEME (`light`
 * or `dark`) change the screen. Needs Chromium.
 */
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type Page } from "playwright-core";
import { guestLanguages } from "../src/kernel/language.ts";
import type { SandboxFile } from "../src/program/demonstration/sandbox-file.ts";
import { formatBasket } from "../src/store/shared/basket-field.ts";
import { findChromium } from "../test/harness/browser-server.ts";

const [, , folder = join(tmpdir(), "maple-guests"), wanted = ""] = process.argv;
const screen = { width: Number(process.env["WIDTH"] ?? 390), height: 844 };
const colorScheme = process.env["THEME"] === "dark" ? "dark" : "light";
const startsWithinMs = 120_000;

const modifiers = [
  { menu_entity_id: "cook-medium", quantity: 1 },
  { menu_entity_id: "side-fries", quantity: 1 },
];
const basket = [
  { menu_entity_id: "burger-double", quantity: 2, modifiers },
  { menu_entity_id: "lemonade-33", quantity: 1 },
];

/** Days ahead on which a booking can still be changed and cancelled. */
const dayAhead = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

const port = await freePort();
const base = `http://127.0.0.1:${port}`;
const data = await mkdtemp(join(tmpdir(), "maple-guests-"));
const maple = spawn(process.execPath, [fileURLToPath(new URL("../bin/maple.js", import.meta.url)), "dev"], {
  env: { ...process.env, PORT: String(port), MAPLE_DATA_DIR: data, LOG_LEVEL: "error" },
  stdio: "ignore",
});
try {
  const sandbox = await started();
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox"],
  });
  for (const [name, path, before] of await pagesOf(sandbox))
    if (name.startsWith(wanted)) await take(browser, name, path, before);
  await browser.close();
} finally {
  maple.kill("SIGTERM");
  if (maple.exitCode === null) await new Promise((resolve) => maple.once("exit", resolve));
  await rm(data, { recursive: true, force: true });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return free;
}

/** What the sandbox says of itself, once it is ready. */
async function started(): Promise<SandboxFile> {
  const until = performance.now() + startsWithinMs;
  for (;;) {
    const ready = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    const file = ready ? await readFile(join(data, "sandbox.json"), "utf8").catch(() => undefined) : undefined;
    if (file !== undefined) return JSON.parse(file) as SandboxFile;
    if (maple.exitCode !== null || performance.now() > until) throw new Error("the sandbox did not start");
    await setTimeout(200);
  }
}

type Pictured = readonly [name: string, path: string, openedBefore?: string];

/** The pages by name, of the demonstration and of an order, a booking and an entry of the waitlist that are made for them. */
async function pagesOf({ locations, api_key: key }: SandboxFile): Promise<readonly Pictured[]> {
  const id = locations[0]?.id ?? "";
  const order = await placeOrder(id, "open");
  const paid = await placeOrder(id, "paid");
  await send(payPathOf(paid), { card_number: "4242 4242 4242 4242" });
  const held = await holdTable(id);
  const booking = await bookTable(id);
  return [
    ["home", "/"],
    ["front", `/r/${id}`],
    ["menu", `/store/${id}`],
    ["checkout", `/store/${id}/checkout?b=${formatBasket(basket) ?? ""}`],
    ["address", `/store/${id}/address`],
    ["order", `/order/${order.token}`],
    ["order-paid", `/order/${paid.token}`],
    ["receipt", `/order/${paid.token}/receipt`],
    ["pay", payPathOf(order)],
    ["pay-done", payPathOf(paid)],
    ["dish", `/store/${id}/dish?dish=burger`],
    ["book", `/book/${id}?party=2`],
    ["hold", held],
    ["booking", booking],
    ["change", `${booking}/change`],
    ["cancel", `${booking}/cancel`],
    ["wait", `/join/${id}`],
    ["line", await joinLine(id, key)],
    ["group", `/book/${id}/group?party=14&date=${dayAhead}`],
    ["group-sent", `/book/${id}/group?sent=1`],
    ["find", `/find?at=${id}`],
    ["find-links", `/find/links?at=${id}`],
    ["mine", "/mine", booking],
    ["alert", `/book/${id}/alert?party=2&date=${dayAhead}`],
    ["privacy", "/privacy"],
    ["outbox", "/outbox"],
    ["lost", "/order/none"],
    ["nothing", "/nothing-is-here"],
  ];
}

interface Placed {
  readonly token: string;
  readonly payment_link_url: string | null;
}

function payPathOf({ payment_link_url: url }: Placed): string {
  return new URL(url ?? base).pathname;
}

async function placeOrder(id: string, key: string): Promise<Placed> {
  const answer = await fetch(`${base}/store/v1/locations/${id}/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": `pictures-${key}` },
    body: JSON.stringify({
      items: basket,
      payment: "link",
      customer: { name: "Maximiliane von Hohenstein-Wetterau", phone: "+33655550142" },
    }),
  });
  if (answer.status !== 201) throw new Error(`no order: ${await answer.text()}`);
  return (await answer.json()) as Placed;
}

/** The path of the place in line of a party at the door. */
async function joinLine(id: string, key: string): Promise<string> {
  const open = `${base}/v1/locations/${id}/waitlist/open`;
  await fetch(open, { method: "POST", headers: { authorization: `Bearer ${key}` } });
  const party = { party: "2", name: "Maximiliane von Hohenstein-Wetterau", phone: "+33655550144", told_by: "sms" };
  return new URL((await send(`/join/${id}`, party)).url).pathname;
}

/** The path of the page on which a guest says who they are. */
async function holdTable(id: string): Promise<string> {
  const page = await (await fetch(`${base}/book/${id}?party=2&date=${dayAhead}`)).text();
  const [, slot = ""] = /name="slot"\s+value="([^"]+)"/.exec(page) ?? [];
  const held = await (await send(`/book/${id}?party=2`, { slot })).text();
  return /action="(\/book\/[^"]+\/hold\/[^"/]+)"/.exec(held)?.[1] ?? `/book/${id}?party=2`;
}

async function bookTable(id: string): Promise<string> {
  const hold = await holdTable(id);
  const form = await (await fetch(base + hold)).text();
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
  const guest = { first: "Maximiliane", last: "von Hohenstein-Wetterau", phone: "+33655550143" };
  const booked = await send(hold, { ...fields, ...guest });
  return new URL(booked.url).pathname;
}

function send(path: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(base + path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    body: new URLSearchParams(fields),
  });
}

/** Opens a page; waits as long as it says when too many were asked for. */
async function open(page: Page, url: string): Promise<void> {
  for (let answer = await page.goto(url); answer?.status() === 429; answer = await page.goto(url))
    await setTimeout(1_000 * Number(answer.headers()["retry-after"] ?? 1));
}

/** One page in each language, side by side. */
async function take(browser: Browser, name: string, path: string, before?: string): Promise<void> {
  const pictures: string[] = [];
  for (const language of guestLanguages) {
    const page = await browser.newPage({ viewport: screen, colorScheme, reducedMotion: "reduce" });
    if (before !== undefined) await page.goto(base + before);
    await open(page, `${base}${path}${path.includes("?") ? "&" : "?"}lang=${language}`);
    const bytes = await page.screenshot({ fullPage: true });
    pictures.push(`<img src="data:image/png;base64,${bytes.toString("base64")}" width="${screen.width}">`);
    await page.close();
  }
  const width = guestLanguages.length * (screen.width + 10);
  const sheet = await browser.newPage({ viewport: { width, height: screen.height } });
  await sheet.setContent(
    `<body style="display:flex;gap:10px;align-items:start;margin:0;background:#777">${pictures.join("")}`,
  );
  await sheet.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await sheet.close();
  console.log(join(folder, `${name}.png`));
}
