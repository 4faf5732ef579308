/** The pages of a location in a browser without script: who may open them, people and tablets. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { formBrowser, formOf, typedInto } from "../../../test/harness/form-browser.ts";
import { createDevice, createPerson, type TestPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { consolePages } from "../shell/console-pages.ts";

let service: TestService;
let here: Id<"str">;
let boss: TestPerson;
const pages = (person: TestPerson) => formBrowser(service, person);

before(async () => {
  service = await startService({ settings: { baseUrls: { test: "http://127.0.0.1", live: "https://live.example" } } });
  here = await createLocation(service.database, { name: "Bistro <Nord>" });
  boss = await createPerson(service.database, [{ role: "manager", at: here }], { name: "Mia Boss" });
});
after(() => service.stop());

describe("who may open the pages of a location (rules/console 1.1)", () => {
  for (const { name, roles } of consolePages) {
    test(`${name}: ${roles.join(", ")}, and nobody else`, async () => {
      const path = `/console/${here}/${name}`;
      for (const role of ["manager", "host", "staff", "accountant"] as const) {
        const person = role === "manager" ? boss : await createPerson(service.database, [{ role, at: here }]);
        const answer = await pages(person).send(path);
        assert.equal(answer.status, roles.some((one) => one === role) ? 200 : 403, `${role}: ${answer.text}`);
      }
      const stranger = await createPerson(service.database, [
        { role: "manager", at: await createLocation(service.database) },
      ]);
      assert.equal((await pages(stranger).send(path)).status, 404);
      assert.equal((await formBrowser(service).send(path)).to, `/sign-in?to=${encodeURIComponent(path)}`);
    });
  }

  test("the head names the location, the menu the page; the ways in lead to the first page", async () => {
    const answer = await pages(boss).send(`/console/${here}/people`);
    assert.match(answer.text, /Bistro &lt;Nord&gt;/);
    assert.match(answer.text, /aria-current="page"[^>]*>People</);
    const [first] = consolePages;
    assert.equal((await pages(boss).send(`/console/${here}`)).to, `/console/${here}/${first.name}`);
    assert.equal((await pages(boss).send("/console")).to, `/console/${here}`);
    assert.equal((await pages(boss).send("/")).to, `/console/${here}`);
  });

  test("somebody with two locations begins at the console and changes between them (rules/console 1.8)", async () => {
    const there = await createLocation(service.database, { name: "Bar Sud" });
    const both = await createPerson(service.database, [
      { role: "manager", at: here },
      { role: "manager", at: there },
    ]);
    assert.equal((await pages(both).send("/")).to, "/console");
    const hostThere = await createPerson(service.database, [
      { role: "manager", at: here },
      { role: "host", at: there },
    ]);
    assert.equal((await pages(hostThere).send("/")).to, "/me", "the stand and the console are to choose from");
    assert.match((await pages(both).send(`/console/${here}/people`)).text, new RegExp(`href="/console/${there}"`));
    assert.doesNotMatch(
      (await pages(boss).send(`/console/${here}/people`)).text,
      new RegExp(`href="/console/${there}"`),
    );
  });

  test("the language is chosen in the head and stays", async () => {
    const person = await createPerson(service.database, [{ role: "manager", at: here }]);
    const path = `/console/${here}/devices`;
    const chosen = await pages(person).send(`/console/${here}/language`, { language: "fr", back: path });
    assert.equal(chosen.to, path);
    assert.match((await pages(person).send(path)).text, /<html lang="fr"[^]*Aller au contenu[^]*Tablettes/);
    const foreign = await pages(person).send(`/console/${here}/language`, { language: "xx", back: "//evil.example" });
    assert.equal(foreign.to, "/");
  });
});

describe("people and tablets", () => {
  test("a tablet is added by the manager, paired by its code, and leaves nobody signed in", async () => {
    const path = `/console/${here}/devices`;
    const manager = pages(boss);
    assert.equal((await manager.send(path, { name: " ", screen: "board" })).status, 422);
    const added = await manager.send(path, { name: "Oven", screen: "board", require_pin: "on" });
    const [, code] = /<b>([2-9A-Z]{4} [2-9A-Z]{4})<\/b>/.exec(added.text) ?? [];
    assert.ok(code !== undefined, added.text);
    const tablet = pages(boss);
    assert.equal((await tablet.send("/pair", { code: "WRONG" })).status, 422);
    assert.equal((await tablet.send("/pair", { code })).to, "/");
    assert.deepEqual([...tablet.cookies.keys()], ["maple_device"]);
    assert.equal((await tablet.send("/")).to, `/board/${here}`);
    const listed = await manager.send(path);
    const [, device] = /name="device" value="(pdv_\w+)"/.exec(listed.text) ?? [];
    assert.match(listed.text, /Oven/);
    const removed = await manager.send(`${path}/remove`, { device: device ?? "" });
    assert.equal(removed.to, `${path}?done=removed`);
    const left = await manager.send(removed.to);
    assert.match(left.text, /The tablet is removed\./);
    assert.doesNotMatch(left.text, /Oven/);
  });

  test("the page of tablets says how many people cannot act on one yet, and where a PIN is set", async () => {
    const place = await createLocation(service.database);
    const manager = await createPerson(service.database, [{ role: "manager", at: place }]);
    const staff = await createPerson(service.database, [{ role: "staff", at: place }]);
    await createPerson(service.database, [{ role: "accountant", at: place }]);
    const shown = async (): Promise<string> => (await pages(manager).send(`/console/${place}/devices`)).text;
    const setPin = (key: string) => service.call("PUT", `/console/v1/me/pins/${place}`, { key, body: { pin: "4711" } });
    assert.match(await shown(), /2 people have no PIN yet[^<]*https?:[^<]*\/me\./);
    assert.equal((await setPin(staff.token)).status, 200);
    assert.match(await shown(), /1 person has no PIN yet/);
    await setPin(manager.token);
    assert.doesNotMatch(await shown(), /no PIN yet/);
  });

  test("the last manager stays", async () => {
    const place = await createLocation(service.database);
    const last = await createPerson(service.database, [{ role: "manager", at: place }]);
    const role = await service.database.read.one<{ id: string }>("SELECT id FROM person_roles WHERE person_id = $1", [
      last.id,
    ]);
    assert.equal((await pages(last).send(`/console/${place}/people/role`, { role: role.id })).status, 422);
    assert.equal((await service.call("GET", "/console/v1/me", { key: last.token })).body.roles.length, 1);
  });

  test("what one tap could not give back is asked first: a role, a PIN, a tablet that is in use", async () => {
    const place = await createLocation(service.database);
    const manager = pages(await createPerson(service.database, [{ role: "manager", at: place }]));
    const staff = await createPerson(service.database, [{ role: "staff", at: place }], { name: "Sam" });
    await service.call("PUT", `/console/v1/me/pins/${place}`, { key: staff.token, body: { pin: "4711" } });
    const question = async (page: string, act: string): Promise<string> => {
      const { text } = await manager.send(`/console/${place}/${page}`);
      const before = text.slice(0, text.indexOf(`action="/console/${place}/${page}/${act}"`));
      const asked = before.slice(before.lastIndexOf("<li>"));
      return asked.includes("<details>") ? text.slice(before.length).split("</form>", 1).join() : "nothing is asked";
    };
    assert.match(await question("people", "role"), /Sam<[^]*Only a new invitation gives it back\./);
    assert.match(await question("people", "pin"), /Sam<[^]*until a new PIN is set\./);
    const added = await manager.send(`/console/${place}/devices`, { name: "Oven", screen: "board" });
    assert.equal(await question("devices", "remove"), "nothing is asked", "it shows nothing yet");
    const [, code = ""] = /<b>([2-9A-Z]{4} [2-9A-Z]{4})<\/b>/.exec(added.text) ?? [];
    await pages(staff).send("/pair", { code });
    assert.match(await question("devices", "remove"), /stops working at once\./);
  });

  test("what a click took away is said: a role, an invitation, a PIN", async () => {
    const place = await createLocation(service.database);
    const path = `/console/${place}/people`;
    const manager = pages(await createPerson(service.database, [{ role: "manager", at: place }]));
    const staff = await createPerson(service.database, [{ role: "staff", at: place }], { name: "Sam" });
    await service.call("PUT", `/console/v1/me/pins/${place}`, { key: staff.token, body: { pin: "4711" } });
    await manager.send(`${path}/invite`, { role: "host", name: "Ada", phone: "" });
    const named = async (name: string): Promise<string> => {
      const { text } = await manager.send(path);
      const own = text.slice(text.indexOf(`action="${path}/${name}"`));
      return /name="\w+" value="(\w+_\w+)"/.exec(own)?.[1] ?? own;
    };
    for (const [name, field, said] of [
      ["pin", "person", "The PIN is cleared."],
      ["role", "role", "The role is taken away."],
      ["withdraw", "invitation", "The invitation is withdrawn. Its link no longer works."],
    ] as const) {
      const gone = await named(name);
      const done = await manager.send(`${path}/${name}`, { [field]: gone });
      assert.match(done.to ?? done.text, /\?done=/);
      assert.ok((await manager.send(done.to ?? "")).text.includes(said), said);
      // The page of another manager still shows the button.
      const late = await manager.send(`${path}/${name}`, { [field]: gone });
      if (name === "withdraw") assert.match(late.to ?? "", /done=withdrawn/, "one that is withdrawn stays so");
      else assert.match(late.text, /That could not be done\. The page shows how things are now\./);
      assert.match((await manager.send(`${path}/${name}`, { [field]: "nothing" })).text, /That could not be done/);
    }
  });

  test("a form whose answer is loaded anew makes one invitation and one tablet (rules/console 1.12)", async () => {
    const place = await createLocation(service.database);
    const manager = pages(await createPerson(service.database, [{ role: "manager", at: place }]));
    for (const { path, action, typed, listed, said } of [
      {
        path: `/console/${place}/people`,
        action: `/console/${place}/people/invite`,
        typed: { name: "Ada", role: "host" },
        listed: 'name="invitation"',
        said: "This invitation was made before.",
      },
      {
        path: `/console/${place}/devices`,
        action: `/console/${place}/devices`,
        typed: { name: "Oven" },
        listed: 'name="device"',
        said: "This tablet was added before.",
      },
    ]) {
      const count = async () => (await manager.send(path)).text.split(listed).length - 1;
      const form = typedInto(formOf((await manager.send(path)).text, action), typed);
      assert.equal((await manager.send(action, form)).status, 200);
      const again = await Promise.all([manager.send(action, form), manager.send(action, form)]);
      for (const { to } of again) assert.ok((await manager.send(to ?? "")).text.includes(said));
      assert.equal(await count(), 1, path);
      // Somebody who goes back and types another name means another one.
      assert.equal((await manager.send(action, typedInto(form, { name: "Eve" }))).status, 200);
      assert.equal(await count(), 2, path);
    }
  });

  test("an invitation that was used while the page was open is not withdrawn, and the page says so", async () => {
    const place = await createLocation(service.database);
    const path = `/console/${place}/people`;
    const person = await createPerson(service.database, [{ role: "manager", at: place }]);
    const manager = pages(person);
    await manager.send(`${path}/invite`, { role: "host", name: "Ada", phone: "" });
    const [, invitation = ""] = /name="invitation" value="(\w+)"/.exec((await manager.send(path)).text) ?? [];
    await service.database.transaction(async (tx) =>
      tx.send("UPDATE person_invitations SET accepted_at = now(), accepted_by = $2 WHERE id = $1", [
        invitation,
        person.id,
      ]),
    );
    const late = await manager.send(`${path}/withdraw`, { invitation });
    assert.equal(late.status, 422);
    assert.match(late.text, /That could not be done/);
    const device = await createDevice(service.database, place);
    const remove = () => manager.send(`/console/${place}/devices/remove`, { device: device.id });
    assert.match((await remove()).to ?? "", /done=removed/);
    assert.match((await remove()).text, /That could not be done/);
  });

  test("an invitation with a phone is texted, and the page says so (rules/people 3.7)", async () => {
    const path = `/console/${here}/people`;
    const invite = (phone: string) => pages(boss).send(`${path}/invite`, { role: "host", phone });
    const unread = await invite("<12>");
    assert.equal(unread.status, 422);
    assert.match(unread.text, /value="&lt;12&gt;"[^]*We could not read this number/);
    assert.doesNotMatch((await invite("")).text, /by text/);
    const named = await pages(boss).send(`${path}/invite`, { role: "host", name: " Zoe <Z> " });
    assert.match(
      named.text,
      /<bdi translate="no">Zoe &lt;Z&gt;<\/bdi><\/b> · Host ·\s+Invited \w+ \d+, \d{4}, \d+:\d+/,
    );
    for (const name of ["x".repeat(81), "nul\0"]) {
      const long = await pages(boss).send(`${path}/invite`, { role: "host", name, phone: "+1 217" });
      assert.equal(long.status, 422);
      assert.match(long.text, /id="name-mistake"[^]*value="\+1 217"/);
    }
    const texted = await invite("+1 217 555 0155");
    assert.match(texted.text, /The link is on its way to \+1 217 555 0155 by text/);
    await service.runDue();
    const [, secret = ""] = /\/invite\/([\w-]{43})/.exec(texted.text) ?? [];
    const [team, messages] = [await pages(boss).send(path), await pages(boss).send(`/console/${here}/messages`)];
    assert.match(team.text, /\+12•+55[^]*Sent/);
    assert.match(messages.text, /Invitation to the team[^]*\+12•+55/);
    for (const { text } of [team, messages]) assert.ok(secret !== "" && !text.includes(secret));
  });

  test("what gives rights needs a fresh sign-in", async () => {
    const person = await createPerson(service.database, [{ role: "manager", at: here }]);
    await service.database.transaction((tx) =>
      tx.rows("UPDATE person_sessions SET signed_in_at = now() - interval '1 hour' WHERE id = $1", [person.sessionId]),
    );
    const path = `/console/${here}/people`;
    assert.equal((await pages(boss).send(`${path}/invite`)).to, path, "reading where a form is sent to");
    assert.equal(
      (await service.call("GET", "/console/v1/nope", { key: boss.token })).body._tag,
      "DeveloperApiNotFound",
    );
    const invited = await pages(person).send(`${path}/invite`, { role: "staff" });
    assert.equal(invited.to, `/sign-in?to=${encodeURIComponent(path)}`);
  });
});
