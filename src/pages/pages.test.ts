import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify, { type FastifyInstance, type InjectOptions } from "fastify";
import fc from "fast-check";
import { openBrowser, screens, type Screen, type TestBrowser } from "../../test/harness/browser.ts";
import { createAddressLimits, type AddressLimitCounts } from "../platform/limits/address-limits.ts";
import { createLog } from "../platform/log.ts";
import { codingFor } from "./compress.ts";
import { html } from "./html.ts";
import { directionOf } from "./layout.ts";
import { readPageFiles } from "./page-files.query.ts";
import { formatDate, formatMoney, formatTime } from "./page-formats.ts";
import { getPage, messagePage, postPage, redirectTo, showPage, type PageRoute } from "./page.ts";
import { pagesPlugin } from "./pages.plugin.ts";

const venue = { name: "Trattoria <Uno>", line: "Via Roma 1" };
let name = "nobody";

const pages: readonly PageRoute[] = [
  getPage("/guest/{token}", async ({ params, query }) => {
    if (params.token === "broken") throw new Error("broken on purpose");
    if (params.token !== "known") return messagePage(404, "No such guest", "Check the link.", { venue });
    const mistake = query.get("mistake") !== null;
    return showPage({
      status: mistake ? 422 : 200,
      title: "Your name",
      venue,
      modules: ["forms", "live"],
      ...(query.get("lang") === null ? {} : { language: query.get("lang") ?? "" }),
      main: html`<h1>Your name</h1>
        <section id="now" data-live="/guest/known/events"><p data-say>You are ${name}.</p></section>
        <form method="post">
          <div class="field">
            <label for="name">Name</label>
            <input id="name" name="name" autocomplete="name" ${mistake && html`aria-invalid="true"`} />
          </div>
          <fieldset>
            <legend>Party</legend>
            <div class="chips">
              ${[1, 2, 3].map((n) => html`<label class="chip"><input type="radio" name="party" value="${n}" />${n}</label>`)}
            </div>
          </fieldset>
          <div class="row">
            <button>Save</button><a class="button quiet" href="/guest/known">Back</a>
            <button class="danger" name="erase" value="1">Erase</button>
          </div>
        </form>
        <p class="notice warn">A notice</p>
        <p class="notice bad">A notice</p>
        <p class="notice good"><span class="badge good">good</span> <span class="badge bad">bad</span></p>`,
    });
  }),
  postPage("/guest/{token}", async ({ form, cookie }) => {
    name = form.get("name") ?? cookie("seen") ?? "";
    return redirectTo("/guest/known", { name: "seen", value: "token-1.a", path: "/guest/known", seconds: 60 });
  }),
];

const listeners = new Set<() => void>();

const many: Partial<AddressLimitCounts> = { diner_reads: 10_000, diner_writes: 10_000, photos: 10_000 };

function build(counts = many): FastifyInstance {
  const server = Fastify({ forceCloseConnections: true });
  const limits = createAddressLimits(Date.now, counts);
  pagesPlugin({
    pages,
    log: createLog("silent"),
    limits,
    ownHosts: () => ["eat.example.com", undefined],
  })(server);
  server.get("/guest/known/events", (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { "content-type": "text/event-stream" });
    reply.raw.write("retry: 100\n\n");
    listeners.add(() => void reply.raw.write("data: {}\n\n"));
  });
  return server;
}

describe("the page kit", () => {
  const server = build();
  const get = (url: string, headers: InjectOptions["headers"] = {}) => server.inject({ url, headers });
  after(() => server.close());

  test("escapes what it shows and sends the same strict headers with every page", async () => {
    name = `<img src=x onerror=alert(1)> & "friends"`;
    for (const url of ["/guest/known", "/guest/unknown", "/guest/broken", "/guest/a/b"]) {
      const answer = await get(url);
      assert.equal(answer.headers["content-type"], "text/html; charset=utf-8");
      assert.equal(answer.headers["cache-control"], "no-store");
      assert.equal(answer.headers["referrer-policy"], "no-referrer");
      assert.equal(answer.headers["x-content-type-options"], "nosniff");
      const policy = String(answer.headers["content-security-policy"]);
      for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'self'"])
        assert.ok(policy.includes(part), policy);
      assert.equal(/unsafe/.test(policy), false);
      assert.equal(/<script(?! type="module" src="\/assets\/)| style=| on\w+="/.test(answer.body), false, answer.body);
    }
    const { body, statusCode } = await get("/guest/known");
    assert.equal(statusCode, 200);
    assert.ok(body.includes("&lt;img src=x onerror=alert(1)&gt; &amp; &quot;friends&quot;"));
    assert.ok(body.includes("<title>Your name · Trattoria &lt;Uno&gt;</title>"));
  });

  test("answers a page for what is missing, broken, sent from elsewhere, or no form", async () => {
    assert.equal((await get("/guest/unknown")).statusCode, 404);
    const broken = await get("/guest/broken");
    assert.equal(broken.statusCode, 500);
    assert.equal(broken.body.includes("on purpose"), false);
    assert.equal((await get("/guest/known/more/path")).statusCode, 404);
    const form = { method: "POST", url: "/guest/known", payload: "name=Ada" } as const;
    const type = { "content-type": "application/x-www-form-urlencoded" };
    for (const said of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site", origin: "https://shop.example.com" },
      { origin: "https://evil.example" },
    ]) {
      const foreign = await server.inject({ ...form, headers: { ...type, ...said } });
      assert.equal(foreign.statusCode, 403, JSON.stringify(said));
      assert.match(foreign.body, /came from another site/);
    }
    for (const origin of ["https://eat.example.com", "http://localhost:80", "null"])
      assert.equal((await server.inject({ ...form, headers: { ...type, origin } })).statusCode, 303, origin);
    const sent = await server.inject({ ...form, headers: { ...type, "sec-fetch-site": "same-origin" } });
    assert.equal(sent.statusCode, 303);
    assert.equal(sent.headers.location, "/guest/known");
    assert.equal(
      sent.headers["set-cookie"],
      "seen=token-1.a; Path=/guest/known; Max-Age=60; HttpOnly; SameSite=Strict",
    );
    await server.inject({ ...form, payload: "", headers: { ...type, cookie: "a=b; seen=Grace" } });
    assert.equal(name, "Grace");
    const other = await server.inject({ ...form, headers: { "content-type": "text/plain" } });
    assert.equal(other.statusCode, 415);
    assert.match(other.body, /<h1>/);
    const large = await server.inject({ ...form, payload: `name=${"a".repeat(70_000)}`, headers: type });
    assert.equal(large.statusCode, 413);
  });

  test("compresses as the browser asks, and serves files that may be kept for ever", async () => {
    const plain = await get("/guest/known");
    const brotli = await get("/guest/known", { "accept-encoding": "gzip, deflate, br" });
    assert.equal(brotli.headers["content-encoding"], "br");
    assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.body);
    const zipped = await get("/guest/known", { "accept-encoding": "gzip, br;q=0" });
    assert.equal(gunzipSync(zipped.rawPayload).toString(), plain.body);
    const urls = [...plain.body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? "");
    assert.equal(urls.length, 4, "icon, style and two modules");
    for (const url of urls) {
      const file = await get(url, { "accept-encoding": "br" });
      assert.equal(file.statusCode, 200, url);
      assert.equal(file.headers["cache-control"], "public, max-age=31536000, immutable");
    }
    assert.equal((await get("/assets/style-000000000000.css")).statusCode, 404);
  });

  test("limits an address: pages and forms apart, with the seconds to wait", async () => {
    const strict = build({ ...many, diner_reads: 2, diner_writes: 1 });
    const status = async (method: "GET" | "POST") =>
      (
        await strict.inject({
          method,
          url: "/guest/known",
          ...(method === "POST"
            ? { payload: "", headers: { "content-type": "application/x-www-form-urlencoded" } }
            : {}),
        })
      ).statusCode;
    assert.deepEqual([await status("GET"), await status("GET"), await status("GET")], [200, 200, 429]);
    assert.deepEqual([await status("POST"), await status("POST")], [303, 429]);
    const refused = await strict.inject({ url: "/guest/known" });
    assert.ok(Number(refused.headers["retry-after"]) >= 1);
    assert.match(refused.body, /<h1>Too many requests<\/h1>/);
    await strict.close();
  });
});

test("a module's imports become addresses; a module that reaches for the server does not start the service", async () => {
  const files = readPageFiles();
  for (const [name, file] of files.byName) {
    if (name.endsWith(".js")) assert.equal(/from\s*"\.|:\s*HTMLElement/.test(file.text), false, name);
  }
  assert.throws(() => files.module("nothing"), /there is no browser module nothing/);
});

test("codings: the best that is allowed", () => {
  assert.equal(codingFor(undefined), "identity");
  assert.equal(codingFor("gzip, deflate, br, zstd"), "br");
  assert.equal(codingFor("br;q=0, gzip;q=0.5"), "gzip");
  assert.equal(codingFor("*"), "identity");
});

test("amounts, times and directions read as the language has them", () => {
  assert.equal(formatMoney(1250, "EUR"), "€12.50");
  assert.equal(formatMoney(1250, "JPY"), "¥1,250");
  assert.equal(formatMoney(1250, "KWD").replace(/\s/, " "), "KWD 1.250");
  assert.equal(formatTime(Date.UTC(2026, 2, 29, 1, 30), "Europe/Berlin", "en-GB"), "03:30");
  assert.match(formatDate("2026-11-21", "en-GB", "short"), /^Sat,? 21 Nov$/);
  assert.equal(directionOf("ar-EG"), "rtl");
  assert.equal(directionOf("it"), "ltr");
  fc.assert(fc.property(fc.string(), (text) => !/[<>"']/.test(html`${text}`.text)));
});

describe("the page kit in a browser", () => {
  const server = build();
  let browser: TestBrowser;
  before(async () => {
    browser = await openBrowser(await server.listen({ host: "127.0.0.1", port: 0 }));
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  for (const screen of Object.keys(screens) as Screen[]) {
    for (const dark of [false, true]) {
      test(`is accessible and reflows: ${screen}, ${dark ? "dark" : "light"}`, async () => {
        const visit = await browser.newPage({ screen, dark });
        await visit.open("/guest/known");
        await visit.assertAccessible();
        await visit.assertReflows();
        await visit.picture(`kit-${screen}-${dark ? "dark" : "light"}`);
        await visit.open("/guest/known?lang=ar");
        await visit.assertReflows();
        await visit.finish();
      });
    }
  }

  test("by keyboard alone: skip link, form, saved; without script too", async () => {
    for (const script of [true, false]) {
      const visit = await browser.newPage({ script });
      await visit.open("/guest/known");
      await visit.tabTo(".skip", 1);
      await visit.tabTo("#name");
      await visit.page.keyboard.type(`Ada ${script}`);
      await visit.tabTo("input[name=party]");
      await visit.page.keyboard.press("Space");
      await visit.tabTo("button");
      await visit.page.keyboard.press("Enter");
      await visit.page.getByText(`You are Ada ${script}.`).waitFor();
      await visit.finish();
    }
  });

  test("a page follows its events and says once what changed", async () => {
    name = "Ada";
    const visit = await browser.newPage();
    await visit.open("/guest/known");
    await visit.page.getByText("You are Ada.").waitFor();
    name = "Grace";
    for (const tell of listeners) tell();
    await visit.page.locator("#now").getByText("You are Grace.").waitFor();
    await visit.page.locator("[role=status]").getByText("You are Grace.").waitFor({ state: "attached" });
    await visit.finish();
  });

  test("a page after a mistake begins at the mistake", async () => {
    const visit = await browser.newPage();
    visit.expectComplaint(/422/);
    await visit.open("/guest/known?mistake=1");
    assert.equal(await visit.page.evaluate("document.activeElement.id"), "name");
    await visit.finish();
  });

  test("the harness notices an inaccessible page, a wide page, a foreign request and a console error", async () => {
    const visit = await browser.newPage();
    await visit.open("/guest/known");
    await visit.page.evaluate(
      `document.querySelector("main").insertAdjacentHTML("beforeend", '<img src="/x"><input><div class="wide-thing">wide</div>')`,
    );
    await assert.rejects(visit.assertAccessible(), /image-alt/);
    await visit.page.evaluate(`document.querySelector(".wide-thing").attributeStyleMap.set("width", CSS.px(900))`);
    await assert.rejects(visit.assertReflows(), /scrolls sideways/);
    await visit.page.evaluate(`fetch("https://elsewhere.example/").catch(() => {})`);
    await assert.rejects(visit.finish(), /elsewhere/);
  });
});
