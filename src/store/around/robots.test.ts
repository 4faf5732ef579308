import assert from "node:assert/strict";
import { test } from "node:test";
import { robotsText, sitemapText } from "./robots.ts";

test("robots read nothing of a test environment, and in live no page with a token (rules/http 6.11)", () => {
  assert.equal(robotsText({ isIndexed: false, baseUrl: "https://x.example" }), "User-agent: *\nDisallow: /\n");
  const live = robotsText({ isIndexed: true, baseUrl: "https://x.example" });
  for (const path of ["/order/", "/booking/", "/wait/", "/g/", "/pay/", "/mine", "/find"])
    assert.ok(live.includes(`Disallow: ${path}\n`), path);
  assert.match(live, /\nSitemap: https:\/\/x\.example\/sitemap\.xml\n$/);
  assert.equal(live.includes("Disallow: /\n"), false);
});

test("the map of the site escapes what addresses have", () => {
  const text = sitemapText("https://x.example", ["/r/marie", "/r/a&b"]);
  assert.ok(text.includes("<loc>https://x.example/r/marie</loc>"));
  assert.ok(text.includes("<loc>https://x.example/r/a&amp;b</loc>"));
});
