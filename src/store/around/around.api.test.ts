/** The pages around the restaurants: front pages, the home page, robots, icons, and pages that say "no". */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { foreignTexts } from "../../../test/harness/foreign-text.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { helpersOf, privacyPage } from "./privacy-page.ts";
import { emptyProfile, type Profile } from "../../locations/location/profile.ts";

let service: TestService;
let shop: OrderingLocation;

before(async () => {
  service = await startService({
    settings: {
      hasDirectory: true,
      addressLimits: { diner_reads: 1e6 },
      geocoder: { name: "photon", url: "https://geocoder.example.org/photon", key: null },
      tiles: { url: "https://tiles.example.org/{z}/{x}/{y}.png", attribution: "Tiles" },
    },
  });
  shop = await createOrderingLocation(service, { name: "Chez <Marie>" });
});
after(() => service.stop());

async function write(profile: Partial<Profile>): Promise<void> {
  await service.database.transaction(async (tx) => {
    await tx.rows("UPDATE locations SET profile = $2 WHERE id = $1", [
      shop.locationId,
      JSON.stringify({ ...emptyProfile, ...profile }),
    ]);
    await tx.rows(
      "INSERT INTO location_slugs (slug, location_id) VALUES ('marie', $1), ('old-marie', $1) ON CONFLICT DO NOTHING",
      [shop.locationId],
    );
  });
}
const follow = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(service.url + path, { redirect: "manual", headers: { accept: "text/html", ...headers } });
  return {
    status: answer.status,
    to: answer.headers.get("location"),
    type: answer.headers.get("content-type"),
    text: await answer.text(),
  };
};

test("/privacy names who takes part by the configuration as it is, and each page of guests leads there", async () => {
  const { status, text } = await follow("/privacy", { "accept-language": "fr" });
  assert.equal(status, 200);
  assert.match(text, /va à <bdi translate="no">geocoder\.example\.org<\/bdi>, sans votre nom/);
  assert.match(text, /des images de <bdi translate="no">tiles\.example\.org<\/bdi>/);
  assert.match(text, /Aucun e-mail ne quitte ce service/);
  assert.deepEqual(foreignTexts((await follow("/privacy?lang=en-XA")).text), []);
  assert.match((await follow(`/store/${shop.locationId}`)).text, /<a href="\/privacy">/);
  const mail = { relay: { host: "smtp.example.org", port: 465, secure: true, user: null, password: "secret" } };
  const helpers = helpersOf({
    geocoder: { name: "nominatim", url: "https://find.example.org", key: "secret" },
    tiles: null,
    mail: { ...mail, from: "a@example.org", bounceDomain: null, requiresTls: true },
    twilio: {},
    paymentProcessor: "stripe",
  });
  const other = privacyPage(helpers, { language: "en", locale: "en" }).main.text;
  for (const said of ["find.example.org", "smtp.example.org", "Twilio", "Stripe", "Maps load nothing"])
    assert.ok(other.includes(said), said);
  assert.ok(!other.includes("secret"));
});

describe("front pages", () => {
  test("a slug, an old slug and the id lead to one page, with what is known and in the reader's language (rules/console 5.2, 5.3)", async () => {
    await write({
      slug: "marie",
      description: "Soup </script> & bread",
      cuisines: ["French"],
      price_level: 2,
      contact_email: "salut@example.org",
      listed: true,
      translations: { fr: { description: "Soupe et pain" } },
    });
    assert.equal((await follow("/r/old-marie")).to, "/r/marie");
    assert.equal((await follow(`/r/${shop.locationId}`)).to, "/r/marie");
    assert.equal((await follow("/r/Marie")).to, "/r/marie", "as it is printed");
    const { status, text } = await follow("/r/marie", { "accept-language": "fr" });
    assert.equal(status, 200);
    assert.ok(
      text.includes("Chez &lt;Marie&gt;") && text.includes("Soupe et pain") && text.includes("salut@example.org"),
    );
    assert.ok(text.includes(`href="/store/${shop.locationId}"`) && text.includes(`href="/find?at=${shop.locationId}"`));
    assert.equal(text.includes('name="robots"'), false);
    const english = await follow("/r/marie", { "accept-language": "en" });
    const [, data = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(english.text) ?? [];
    const place = JSON.parse(data) as Record<string, unknown>;
    assert.deepEqual(
      [place["@type"], place["name"], place["description"], place["servesCuisine"], place["priceRange"]],
      ["Restaurant", "Chez <Marie>", "Soup </script> & bread", ["French"], "$$"],
    );
    assert.ok(english.text.includes(`<meta property="og:url" content="${service.url}/r/marie" />`));
    for (const path of ["/r/nobody", "/r/str_01k0w3gzq4w1d8n5v7j2m6t9ke", "/r/%00"])
      assert.equal((await follow(path)).status, 404, path);
  });

  test("every page of a restaurant has its head: name, place, hours and the ways that exist (rules/console 5.5)", async () => {
    await write({ slug: "marie", listed: true, description: "Soup", translations: { fr: { description: "Soupe" } } });
    const at = shop.locationId;
    const pages = [`/store/${at}`, `/book/${at}`, `/find?at=${at}`];
    for (const path of pages) {
      const { text } = await follow(path, { "accept-language": "de" });
      const [header = ""] = /<header class="venue">.*?<\/header>/s.exec(text) ?? [];
      assert.ok(header.includes('<a href="/r/marie"><bdi>Chez &lt;Marie&gt;</bdi></a>'), path);
      assert.ok(header.includes(`href="/store/${at}"`) && header.includes("Speisekarte"), path);
      assert.ok(header.includes(`href="/find?at=${at}"`), path);
      assert.equal(header.includes(`href="/book/${at}"`), false, `${path}: no bookings are taken here`);
      assert.equal(header.match(/aria-current="page"/g)?.length ?? 0, path.startsWith("/book") ? 0 : 1, path);
      assert.ok(text.includes('hreflang="pt"'), path);
    }
    const { text } = await follow(`/store/${at}`, { "accept-language": "fr" });
    const [, data = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
    const { url, description, hasMenu } = JSON.parse(data);
    assert.deepEqual([url, description], [`${service.url}/r/marie`, "Soupe"]);
    assert.equal(hasMenu.hasMenuSection[0].hasMenuItem[0].name, "Soup");
    assert.deepEqual(hasMenu.hasMenuSection[0].hasMenuItem[0].offers, {
      "@type": "Offer",
      price: "9.00",
      priceCurrency: "USD",
    });
    assert.ok(text.includes(`<meta property="og:url" content="${service.url}/store/${at}" />`));
  });

  test("partners read the profile and the addresses (getStorefront)", async () => {
    const { status, body } = await shop.call("GET", `/v1/locations/${shop.locationId}/storefront`);
    assert.equal(status, 200);
    assert.deepEqual([body.slug, body.pages.front], ["marie", `${service.url}/r/marie`]);
  });

  test("a manifest names the restaurant", async () => {
    const { type, text } = await follow(`/store/${shop.locationId}/manifest.webmanifest`);
    assert.match(type ?? "", /^application\/manifest\+json/);
    assert.equal((JSON.parse(text) as { name: string }).name, "Chez <Marie>");
  });
});

describe("around", () => {
  test("the home page has the ways of guests, and the listed locations; /store alone leads to the only one (rules/http 6.12)", async () => {
    const { text } = await follow("/");
    for (const href of ["/find", "/mine", "/sign-in", "/docs", "/r/marie"])
      assert.ok(text.includes(`href="${href}"`), href);
    // Guests come for a restaurant: it stands first, with what tells it from another one of its name.
    assert.ok(text.indexOf('href="/r/marie"') < text.indexOf('href="/find"'));
    assert.match(text, /Chez &lt;Marie&gt;<\/bdi>\s*<bdi class="soft">[^<]+<\/bdi>/);
    const french = await fetch(`${service.url}/?lang=fr`, { headers: { accept: "text/html" } });
    assert.match(french.headers.get("set-cookie") ?? "", /^maple_lang=fr;/);
    assert.match(await french.text(), /<html lang="fr".*hreflang="nl"/s);
    assert.equal((await follow("/store")).to, `/store/${shop.locationId}`);
    assert.equal((await follow("/book")).to, `/book/${shop.locationId}`);
    await createLocation(service.database, { name: "Not listed" });
    assert.equal((await follow("/join")).to, "/");
    assert.equal((await follow("/")).text.includes("Not listed"), false);
  });

  test("robots are told, icons are there (rules/http 6.11)", async () => {
    assert.equal((await follow("/robots.txt")).text, "User-agent: *\nDisallow: /\n");
    assert.match((await follow("/sitemap.xml")).text, /<urlset xmlns="[^"]+">\n<\/urlset>/);
    assert.match((await follow("/favicon.ico")).text, /^<svg/);
  });

  test("a page that says no has ways on and the number of the request (rules/http 6.10)", async () => {
    for (const path of ["/nothing-here", "/order/x", `/store/${shop.locationId}/nothing`]) {
      const { status, text } = await follow(path);
      assert.equal(status, 404, path);
      assert.ok(text.includes('href="/find"') && text.includes('href="/"'), path);
      assert.match(text, /req_[0-9a-z]{26}/);
    }
    const mistake = await fetch(`${service.url}/find`, {
      method: "POST",
      body: new URLSearchParams({ code: "x", contact: "y" }),
    });
    assert.equal((await mistake.text()).includes("ways-on"), false);
  });
});
