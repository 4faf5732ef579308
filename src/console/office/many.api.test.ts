/** A team, and somebody's restaurants, that are too many to be read at a glance. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLocation } from "../../../test/harness/factories.ts";
import { formBrowser } from "../../../test/harness/form-browser.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

test("one of a large team is found by a part of the name, without its accents", async () => {
  const at = await createLocation(service.database);
  const boss = await createPerson(service.database, [{ role: "manager", at }], { name: "Mia Boss" });
  const path = `/console/${at}/people`;
  const shown = async (search = "") => (await formBrowser(service, boss).send(path + search)).text;
  for (let n = 1; n <= 11; n++) await createPerson(service.database, [{ role: "staff", at }], { name: `Tom ${n}` });
  assert.doesNotMatch(await shown(), /role="search"/);
  await createPerson(service.database, [{ role: "host", at }], { name: "Siobhán" });
  await formBrowser(service, boss).send(`${path}/invite`, { role: "host", name: "Siobhan’s friend", phone: "" });
  const all = await shown();
  assert.match(all, /role="search"[^]*Find somebody/);
  assert.match(all, /href="#invite"[^]*<form id="invite"/, "the form below the long list has a way to it");
  const found = await shown("?find=siobhan");
  assert.match(found, /Siobhán[^]*Siobhan’s friend/);
  assert.doesNotMatch(found, /Tom 3/);
  assert.match(await shown("?find=nobody"), /Nothing has this name/);
});

test("somebody with many restaurants finds one by its name, and sets its PIN in one form (rules/people 6.4)", async () => {
  const places: Id<"str">[] = [];
  for (let n = 1; n <= 13; n++) places.push(await createLocation(service.database, { name: `Bistro No ${n}` }));
  const person = await createPerson(
    service.database,
    places.map((at) => ({ role: "staff", at }) as const),
  );
  const own = formBrowser(service, person);
  const { text } = await own.send("/me?find=no+13");
  assert.match(text, new RegExp(`/board/${places[12] ?? ""}"`));
  assert.doesNotMatch(text, new RegExp(`/board/${places[0] ?? ""}"`));
  assert.equal(text.split('action="/me/pin"').length, 2, "one form");
  const [, , third = ""] = places;
  const wrong = await own.send("/me/pin", { location: third, pin: "12" });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, new RegExp(`value="${third}" selected[^]*id="pin-mistake-chosen"`));
  assert.equal((await own.send("/me/pin", { location: third, pin: "4711" })).to, "/me?done=saved");
  assert.match(
    (await own.send("/me")).text,
    /Bistro No 3<\/bdi>[^<]*<\/p>\s*<form method="post" action="\/me\/pin\/remove"/,
  );
});
