import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { documentationAt, waitForDocumentation } from "../../../test/harness/documentation.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { describeApi } from "../../docs-pages/api-description.ts";
import { audienceOf, audiences } from "../../docs-pages/audience.ts";
import { subscribableEventTypes } from "../../webhooks/subscriptions/event-types.ts";
import { refusalCodes } from "../../platform/http/refusals/refusal-catalogue.ts";
import { siteStyle } from "../frame/site-style.ts";
import { withoutPage } from "../pages/guide-list.ts";
import { shortened } from "../search/site-search.ts";
import { readGuideFiles } from "./docs-files.cache.ts";
import { fromCopied, toCopied } from "./docs-sources.ts";
import { collectHighlights, createRenderedSite, type RenderedSite, type SiteOptions } from "./rendered-site.cache.ts";

/** A page as a browser gets it. */
interface Read {
  readonly html: string;
  readonly bytes: number;
}

let service: TestService;
let site: RenderedSite;
/** Every page that a reader can come to from the first one. */
const pages = new Map<string, Read>();
/** Each link with the page that has it, once. */
const links = new Map<string, string>();

const followed = (href: string): boolean =>
  href.startsWith("/docs") &&
  !/^\/docs\/(?:diner|operator|channel|images|files|search)\b|\.(?:md|atom|tgz)$/.test(href);

async function read(path: string, from: string): Promise<void> {
  if (pages.has(path)) return;
  const found = await site.at(path);
  assert.ok(found !== undefined, `${from} links to ${path}`);
  const html = gunzipSync(found.zipped).toString();
  pages.set(path, { html, bytes: found.zipped.length });
  for (const [, href = ""] of html.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
    const target = href.startsWith("#") ? `${path}${href}` : href.replaceAll("&amp;", "&");
    if (!links.has(target)) links.set(target, path);
    const next = target.split("#", 1)[0] ?? "";
    if (followed(next)) await read(next, path);
  }
}

const options = (): SiteOptions => ({
  routes: service.service.routes.map(({ route }) => route),
  baseUrl: () => service.url,
  version: "1.2.3",
  budgets: { availability: 60, bookings: 300 },
  style: "/docs/files/site.css",
  scripts: ["/assets/docs-search.js", "/assets/docs-code.js"],
});

before(async () => {
  service = await startService();
  site = createRenderedSite(options());
  await waitForDocumentation(service);
  await read("/docs", "nothing");
});
after(() => service.stop());

const idsOf = ({ html }: Read): readonly string[] => [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id ?? "");

describe("the pages", () => {
  test("a reader comes to every guide, call, event, code and section from the first page", () => {
    const calls = service.service.routes
      .filter(({ route }) => audienceOf(route) === "partner")
      .map(({ route }) => `/docs/api/${route.tag.toLowerCase().replaceAll(" ", "-")}/${route.operationId}`);
    const wanted = [
      ...calls,
      ...subscribableEventTypes.map((type) => `/docs/events/${type}`),
      ...refusalCodes.map((code) => `/docs/errors/${code}`),
      ...[...readGuideFiles().texts.keys()]
        .filter((file) => !withoutPage.has(file))
        .map((file) => `/docs/${file.replace(/(?:\/README)?\.md$/, "")}`),
    ];
    assert.deepEqual(
      wanted.filter((path) => !pages.has(path)),
      [],
    );
  });

  test("every link leads to a page, and every anchor to a place on it", async () => {
    const anchors = new Map([...pages].map(([path, page]) => [path, new Set(idsOf(page))]));
    const lost: string[] = [];
    for (const [target, from] of links) {
      const [path = "", anchor] = target.split("#", 2);
      if (followed(path)) {
        if (anchor !== undefined && anchors.get(path)?.has(anchor) !== true) lost.push(`${from} links to ${target}`);
      } else if (path.endsWith(".md")) {
        if (!pages.has(path.slice(0, -".md".length))) lost.push(`${from} links to ${path}`);
      } else if (path.startsWith("/")) {
        const { status } = await service.call("GET", path);
        if (status !== 200) lost.push(`${from} links to ${path}: ${status}`);
      }
    }
    assert.deepEqual(lost, []);
  });

  test("one main heading, no id twice, no inline style or script, no raw marks of Markdown", () => {
    for (const [path, page] of pages) {
      const ids = idsOf(page);
      assert.deepEqual(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        [],
        path,
      );
      assert.equal([...page.html.matchAll(/<h1>/g)].length, 1, path);
      assert.equal(/ style="| on[a-z]+="|<script(?! type="module" src="\/assets\/)/.test(page.html), false, path);
      assert.equal(/\]\([\w./#-]+\)|&lt;!--/.test(page.html.replaceAll(/<pre[\s\S]*?<\/pre>/g, "")), false, path);
    }
  });

  test("small: 40 KB compressed and 1,500 elements, a call 2,500; the style sheet 12 KB", () => {
    const large: string[] = [];
    for (const [path, { html, bytes }] of pages) {
      const elements = [...html.matchAll(/<[a-z]/g)].length;
      const most = /^\/docs\/api\/[\w-]+\/\w+$/.test(path) ? 2_500 : 1_500;
      if (bytes > 40_000 || elements > most) large.push(`${path}: ${bytes} bytes, ${elements} elements`);
    }
    assert.deepEqual(large, []);
    assert.ok(gzipSync(siteStyle).length < 12_000);
  });
});

test("with highlights made beforehand, as a package has them, pages are the same", async () => {
  const packed = createRenderedSite(options(), await collectHighlights(options()));
  for (const path of ["/docs", "/docs/webhooks", "/docs/api/orders/acceptOrder", "/docs/events"]) {
    const found = await packed.at(path);
    assert.ok(found !== undefined);
    assert.match(gunzipSync(found.zipped).toString(), /<span class="s">/);
    assert.equal(found.etag, (await site.at(path))?.etag, path);
  }
});

test("a thread that is given a copy of the routes describes every call as the service itself does", () => {
  const { baseUrl: _, ...sources } = options();
  const { routes } = sources;
  const copied = fromCopied(structuredClone(toCopied(sources)));
  for (const audience of audiences)
    assert.deepEqual(describeApi(copied.routes, "/", audience), describeApi(routes, "/", audience), audience);
});

describe("the search", () => {
  const first = (typed: string): string => site.search(typed)[0]?.path ?? "nothing";

  test("a code, an operation, a type of event and an object find their own page first", async () => {
    for (const code of refusalCodes) assert.equal(first(code), `/docs/errors/${code}`);
    for (const type of subscribableEventTypes) assert.equal(first(type), `/docs/events/${type}`);
    for (const { route } of service.service.routes) {
      if (audienceOf(route) !== "partner") continue;
      assert.equal(first(route.operationId).split("/").at(-1), route.operationId);
    }
    assert.equal(first("POST /v1/orders/{orderId}/accept"), "/docs/api/orders/acceptOrder");
    assert.equal(first("order"), "/docs/objects/Order");
  });

  for (const [typed, expected] of [
    ["pos_ticket_id", /^\/docs\/api\/orders\/\w+#body-pos_ticket_id$/],
    ["busy_delay_minutes", /^\/docs\/api\/locations\/updateOrderingSettings#body-/],
    ["X-Service-Signature", /^\/docs\/events#header-X-Service-Signature$/],
    ["idempotency-key", /^\/docs\/api#header-Idempotency-Key$/],
    ["Retry-After", /^\/docs\/api#header-/],
    ["MAPLE_API_KEY", /^\/docs#first-call$/],
    ["webhooks", /^\/docs\/(?:webhooks|api\/webhooks)$/],
    ["accept an order", /acceptOrder$/],
    ["deliverry zones", /delivery-zones$/],
  ] as const) {
    test(`“${typed}”`, () => assert.match(first(typed), expected));
  }

  test("nothing is found for nothing, and for what is nowhere", () => {
    assert.deepEqual(site.search("  "), []);
    assert.deepEqual(site.search("qqqqqqqzzzz"), []);
  });
});

describe("as it is served", () => {
  test("a page is sent once while it is the same, and may load only files of this service", async () => {
    const page = await documentationAt(service, "/docs/orders");
    assert.equal(page.status, 200);
    const policy = page.headers.get("content-security-policy") ?? "";
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /);
    assert.doesNotMatch(policy, /unsafe|https?:/);
    const etag = page.headers.get("etag") ?? "";
    assert.equal((await documentationAt(service, "/docs/orders", { headers: { "if-none-match": etag } })).status, 304);
    assert.equal((await service.call("HEAD", "/docs/orders")).status, 200);
    const files = [...page.text.matchAll(/(?:src|href)="(\/(?:assets|docs\/files)\/[^"]+)"/g)].map(
      ([, path]) => path ?? "",
    );
    assert.equal(files.length, new Set(files).size, "no file is asked for twice");
    assert.equal(files.length, 5);
    let bytes = 0;
    for (const file of files) {
      const answer = await service.call("GET", file);
      assert.equal(answer.status, 200, file);
      if (file.endsWith(".js")) bytes += gzipSync(answer.text).length;
    }
    assert.ok(bytes < 15_000, `scripts have ${bytes} bytes`);
  });

  test("an error names its page; short addresses lead on; what is not there says so", async () => {
    const { body } = await service.call("GET", "/v1/orders?state=open");
    assert.equal(body.doc_url, `${service.url}/docs/errors/unauthorized`);
    const page = await documentationAt(service, "/docs/errors/basket_refused");
    assert.match(page.text, /details\.next_possible_time/);
    assert.match(page.text, /"\/docs\/diner\/api\/[a-z-]+\/placeStoreOrder"/);
    for (const [path, target] of [
      ["/docs/api/acceptOrder", "/docs/api/orders/acceptOrder"],
      ["/docs/api/placeStoreOrder", "/docs/diner/api/store/placeStoreOrder"],
      ["/docs/orders/", "/docs/orders"],
    ] as const) {
      const moved = await fetch(service.url + path, { redirect: "manual" });
      assert.deepEqual([moved.status, moved.headers.get("location")], [301, target]);
    }
    const lost = await documentationAt(service, "/docs/no-such-page");
    assert.deepEqual([lost.status, lost.body.code], [404, "not_found"]);
    const shown = await documentationAt(service, "/docs/no-such-page", { headers: { accept: "text/html" } });
    assert.deepEqual([shown.status, /There is no page here/.test(shown.text)], [404, true]);
    const near = await documentationAt(service, "/docs/errors/basket_refusd", { headers: { accept: "text/html" } });
    assert.match(near.text, /<a href="\/docs\/errors\/basket_refused">/);
  });

  test("search without script, and for the script", async () => {
    const page = await documentationAt(service, "/docs/search?q=basket_refused");
    assert.match(page.text, /<a href="\/docs\/errors\/basket_refused">basket_refused<\/a>/);
    const { body } = await documentationAt(service, "/docs/search.json?q=basket_refused");
    assert.equal(body.hits[0].path, "/docs/errors/basket_refused");
    const hostile = await documentationAt(service, `/docs/search?q=${encodeURIComponent('"><script>')}`);
    assert.equal(hostile.text.includes('"><script>'), false);
    assert.equal((await documentationAt(service, "/docs/search?q=a&q=b")).status, 200);
  });

  test("a command and a scenario are found as they are typed", async () => {
    for (const [typed, path] of [
      ["maple listen", "/docs/cli"],
      ["maple faults", "/docs/cli"],
      ["maple orders accept", "/docs/cli"],
      ["ord-accept", "/docs/certify#ord-accept"],
    ] as const) {
      const { body } = await documentationAt(service, `/docs/search.json?q=${encodeURIComponent(typed)}`);
      assert.equal(body.hits[0].path, path, typed);
    }
  });

  test("a hit shows whole words of a summary", async () => {
    const { body } = await documentationAt(service, "/docs/search.json?q=board");
    const summaries = (body.hits as readonly { readonly summary: string }[]).map(({ summary }) => summary);
    assert.ok(summaries.some((summary) => summary.endsWith("…")));
    for (const summary of summaries) assert.ok(summary.length <= 161 && !/[\s,;:(]…$/.test(summary), summary);
    assert.equal(shortened(`${"word ".repeat(31)}endless`), `${"word ".repeat(31).trim()}…`);
  });

  test("the page of an event says the type of each value, and has the fields of its data", async () => {
    const { text } = await documentationAt(service, "/docs/events/order.notification");
    assert.match(text, /id="event-created">[^<]*<a[^>]*>created<\/a> <span class="type">integer<\/span>/);
    assert.match(text, /id="event-data-payment_status"/);
  });

  test("files to take along: code that verifies deliveries, with its vectors", async () => {
    const page = await documentationAt(service, "/docs/downloads");
    const files = [...page.text.matchAll(/href="(\/docs\/files\/[^"]+)" download/g)].map(([, path]) => path ?? "");
    assert.ok(files.includes("/docs/files/webhook-vectors.json"));
    assert.ok(files.length >= 8, files.join(" "));
    for (const path of files) {
      const answer = await documentationAt(service, path);
      assert.deepEqual([answer.status, answer.headers.get("content-disposition")?.slice(0, 10)], [200, "attachment"]);
    }
    for (const lost of ["package.json", "..%2f..%2fpackage.json", "README.md", "maple-0.0.0.tgz"])
      for (const folder of ["files", "downloads"])
        assert.equal((await service.call("GET", `/docs/${folder}/${lost}`)).status, 404, lost);
  });

  test("for programs: Markdown of each page, the lists, the feed", async () => {
    for (const path of [
      "/docs.md",
      "/docs/orders.md",
      "/docs/api/orders/acceptOrder.md",
      "/docs/errors/not_found.md",
    ]) {
      const answer = await documentationAt(service, path);
      assert.equal(answer.headers.get("content-type"), "text/markdown; charset=utf-8", path);
      assert.match(answer.text, /^# /, path);
    }
    const list = await documentationAt(service, "/llms.txt");
    const listed = [...list.text.matchAll(/\]\((http[^)]*)\)/g)].map(([, address]) => address ?? "");
    assert.ok(listed.length > 300);
    for (const address of listed) assert.ok(pages.has(address.slice(service.url.length, -".md".length)), address);
    assert.match((await documentationAt(service, "/llms-full.txt")).text, /^# Maple for partners\n/);
    const feed = await documentationAt(service, "/docs/changelog.atom");
    assert.match(feed.text, /^<\?xml[^>]*>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/);
    assert.ok([...feed.text.matchAll(/<entry>/g)].length > 10);
  });
});
