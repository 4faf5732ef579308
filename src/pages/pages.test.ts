import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { InjectOptions } from "fastify";
import fc from "fast-check";
import { guestLanguages } from "../kernel/language.ts";
import { codingFor } from "./compress.ts";
import { html } from "./html.ts";
import { directionOf } from "./layout.ts";
import { readPageFiles } from "./page-files.cache.ts";
import { formatDate, formatMoney, formatTime } from "./page-formats.ts";
import { build, guest, many } from "./pages.fixture.ts";

describe("the page kit", () => {
  const server = build();
  const get = (url: string, headers: InjectOptions["headers"] = {}) => server.inject({ url, headers });
  after(() => server.close());

  test("escapes what it shows and sends the same strict headers with every page", async () => {
    guest.name = `<img src=x onerror=alert(1)> & "friends"`;
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

  test("a page of guests has a switch to each language, and keeps the one that was chosen (rules/languages 1.1 and 1.2)", async () => {
    const first = await get("/guest/read?party=2", { "accept-language": "de" });
    assert.deepEqual([first.headers["content-language"], first.headers["set-cookie"]], ["de", undefined]);
    assert.equal(first.headers["vary"], "accept-encoding, accept-language, cookie");
    assert.ok(first.body.includes('<html lang="de" dir="ltr" data-locale="de-US">'), first.body);
    const links = [...first.body.matchAll(/<a\s+href="([^"]+)"\s+lang="(\w\w)"/g)].map(([, href, lang]) => [
      href,
      lang,
    ]);
    assert.deepEqual(
      links.map(([, lang]) => lang),
      guestLanguages,
    );
    assert.deepEqual(links[1], ["/guest/read?party=2&amp;lang=fr", "fr"]);
    const chosen = await get("/guest/read?party=2&lang=fr", { "accept-language": "de" });
    assert.match(
      String(chosen.headers["set-cookie"]),
      /^maple_lang=fr; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
    );
    assert.equal(chosen.headers["content-language"], "fr");
    assert.match(chosen.body, /hreflang="fr"\s+aria-current="true"/);
    const later = await get("/guest/read", { "accept-language": "de", cookie: "a=b; maple_lang=fr" });
    assert.equal(later.headers["content-language"], "fr");
    const missing = await get("/guest/a/b?lang=nl");
    assert.deepEqual([missing.statusCode, missing.headers["content-language"]], [404, "nl"]);
    assert.ok(missing.body.includes("Pagina niet gevonden"));
    assert.equal((await get("/guest/read?lang=xx")).headers["set-cookie"], undefined);
  });

  test("a page gives its browser modules the messages that they say, and nothing of them is markup", async () => {
    const { body } = await get("/guest/read?lang=fr");
    const words = /<script type="application\/json" id="words">([^<]*)<\/script>/.exec(body)?.[1] ?? "";
    assert.equal(JSON.parse(words).skip, "Aller au contenu");
    assert.ok(body.includes('<link rel="alternate" hreflang="nl" href="/guest/read?lang=nl" />'));
  });

  test("a page with a part that the browser draws loads its files, and its pictures from the places that it names", async () => {
    const { body, headers } = await get("/guest/known/map");
    assert.ok(body.includes(`<link href="/map.css" />`) && body.includes(`<script id="start"></script>`));
    const policy = String(headers["content-security-policy"]);
    assert.ok(policy.includes("img-src 'self' data: https://tiles.example.com; "), policy);
    assert.ok(policy.includes("script-src 'self'; "), policy);
    const other = String((await get("/guest/known")).headers["content-security-policy"]);
    assert.ok(other.includes("img-src 'self' data:; "), other);
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
    assert.equal(guest.name, "Grace");
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
    assert.equal(urls.length, 6, "icon, style, two modules and the two that they import");
    for (const url of urls) {
      const file = await get(url, { "accept-encoding": "br" });
      assert.equal(file.statusCode, 200, url);
      assert.equal(file.headers["cache-control"], "public, max-age=31536000, immutable");
    }
    assert.equal((await get("/assets/nothing-000000000000.js")).statusCode, 404);
    assert.equal((await get("/assets/style-0.css")).statusCode, 404);
  });

  for (const [kind, type] of [
    ["style", "text/css"],
    ["live", "text/javascript"],
    ["fetch-within", "text/javascript"],
  ] as const)
    test(`a page of the release before has the file ${kind} at a process of this one, which nobody keeps (rules/operating 3.3)`, async () => {
      const text = (await get("/guest/known")).body;
      const [, address = "", end = ""] = new RegExp(`"(/assets/${kind}-)[\\w-]{12}(\\.\\w+)"`).exec(text) ?? [];
      const other = await get(`${address}000000000000${end}`);
      assert.deepEqual([other.statusCode, other.headers["content-type"]], [200, `${type}; charset=utf-8`]);
      const own = new RegExp(`${address}[\\w-]{12}${end.replace(".", "\\.")}`).exec(text)?.[0] ?? "";
      assert.equal(other.body, (await get(own)).body);
      assert.equal(other.headers["cache-control"], "no-store");
    });

  test("whatever is refused for want of room, the files of a page are not: no page comes without its style (rules/operating 3.3)", async () => {
    const full = build(many, (callClass) => callClass > 0);
    const busy = await full.inject({ url: "/guest/known", headers: { accept: "text/html" } });
    assert.deepEqual([busy.statusCode, Number(busy.headers["retry-after"]) > 0], [503, true]);
    const urls = [...busy.body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? "");
    assert.ok(
      urls.some((url) => url.endsWith(".css")),
      busy.body,
    );
    for (const url of urls) assert.equal((await full.inject({ url })).statusCode, 200, url);
    await full.close();
  });

  test("a wrong address is a page for a browser, in its language, and stays what it was for programs (rules/http 6.5)", async () => {
    const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
    const page = await get("/nope?x=1", { ...browser, "accept-language": "de-DE,de;q=0.9" });
    assert.equal(page.statusCode, 404);
    assert.equal(page.headers["content-type"], "text/html; charset=utf-8");
    assert.match(page.body, /<html lang="de"[^]*<h1>Seite nicht gefunden<\/h1>/);
    const known = await get("/guest/unknown");
    for (const name of ["content-security-policy", "x-content-type-options", "referrer-policy", "cache-control"])
      assert.equal(page.headers[name], known.headers[name], name);
    for (const url of ["/v1/nope", "/store/v1/nope", "/console/v1", "/operator/v1/x", "/reserve/x", "/openapi.yaml"])
      assert.match(String((await get(url, browser)).headers["content-type"]), /json/, url);
    for (const accept of ["application/json", "*/*", "text/html;q=0.5, application/json", "text/html;q=0", ""])
      assert.match(String((await get("/nope", { accept })).headers["content-type"]), /json/, accept);
    assert.match(String((await get("/nope")).headers["content-type"]), /json/);
    const sent = await server.inject({ method: "POST", url: "/nope", headers: browser });
    assert.match(String(sent.headers["content-type"]), /json/);
  });

  test("a link that took the signs behind it along leads to what was meant (rules/http 6.5)", async () => {
    for (const tail of [".", "),", "%29", "%3E", "/", "%E2%80%9D.", "%C2%BB"]) {
      const led = await get(`/guest/known${tail}?lang=fr`);
      assert.deepEqual([led.statusCode, led.headers.location], [303, "/guest/known?lang=fr"], tail);
    }
    assert.equal((await get("/guest/known-")).headers.location, undefined);
    for (const url of ["//elsewhere.example/", "/store/v1/nope."])
      assert.equal((await get(url)).headers.location, undefined, url);
  });

  test("the address of a form that nothing is read at leads to the page above", async () => {
    const led = await get("/guest/a%2Fb%3F/notes/7/erase");
    assert.deepEqual([led.statusCode, led.headers.location], [303, "/guest/a%2Fb%3F"]);
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

test("a day is never figures alone, and has its year where it is far away, in every language and country (rules/languages 1.4)", () => {
  const days = Array.from({ length: 731 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10));
  for (const locale of guestLanguages.flatMap((each) =>
    ["US", "PT", "FR", "BR", "CH"].map((land) => `${each}-${land}`),
  )) {
    const month = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });
    const months = new Set(Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2026, index, 15))));
    for (const style of ["short", "long"] as const)
      for (const date of days) {
        const shown = formatDate(date, locale, style);
        assert.ok(
          [...months].some((name) => shown.toLowerCase().includes(name.toLowerCase())),
          `${locale} ${shown}`,
        );
        assert.ok(!/\d\D?\d{2,}|[./]\d/.test(shown), `${locale} ${shown}`);
      }
    const near = formatDate("2026-11-21", locale, "long", "2026-03-01");
    const far = formatDate("2026-11-21", locale, "long", "2026-01-01");
    assert.deepEqual([/2026/.test(near), /2026/.test(far)], [false, true], `${near}; ${far}`);
  }
});

test("amounts, times and directions read as the language has them", () => {
  assert.equal(formatMoney(1250, "EUR"), "€12.50");
  assert.equal(formatMoney(1250, "JPY"), "¥1,250");
  assert.equal(formatMoney(250_000, "HUF", "hu").replaceAll(/\s/g, " "), "2500 Ft");
  assert.equal(formatMoney(1250, "KWD").replace(/\s/, " "), "KWD 1.250");
  assert.equal(formatTime(Date.UTC(2026, 2, 29, 1, 30), "Europe/Berlin", "en-GB"), "03:30");
  assert.match(formatDate("2026-11-21", "en-GB", "short"), /^Sat,? 21 November$/);
  assert.equal(directionOf("ar-EG"), "rtl");
  assert.equal(directionOf("it"), "ltr");
  fc.assert(fc.property(fc.string(), (text) => !/[<>"']/.test(html`${text}`.text)));
});
