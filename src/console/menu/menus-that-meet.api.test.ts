/** Two managers who publish a menu, each by the changes that they were shown. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLocation } from "../../../test/harness/factories.ts";
import { item, menuOf } from "../../../test/harness/menu-calls.ts";
import { createPerson, ownOrigin } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

test("a menu is not published over one that went live after its changes were shown: they are shown again", async () => {
  const here = await createLocation(service.database);
  const path = `/console/${here}/menu`;
  const [mia, tom] = await Promise.all(
    ["Mia", "Tom"].map((name) => createPerson(service.database, [{ role: "manager", at: here }], { name })),
  );
  assert.ok(mia !== undefined && tom !== undefined);
  const send = async (token: string, action: string, document: object, against?: string) => {
    const form = new FormData();
    form.append("document", JSON.stringify(document));
    if (against !== undefined) form.append("against", against);
    const headers = { ...ownOrigin, cookie: `maple_session=${token}` };
    const options = { method: "POST", redirect: "manual", headers, body: form } as const;
    const answer = await fetch(`${service.url}${path}/${action}`, options);
    const text = await answer.text();
    return { status: answer.status, text, against: /name="against" value="([^"]*)"/.exec(text)?.[1] ?? "none" };
  };
  const [mias, toms] = [menuOf(item("a", { name: "Soup" })), menuOf(item("a", { name: "Stew" }))];
  const [first, second] = [await send(mia.token, "try", mias), await send(tom.token, "try", toms)];
  assert.deepEqual([first.against, second.against], ["", ""], "no menu was live");
  assert.equal((await send(mia.token, "publish", mias, first.against)).status, 303);
  const stale = await send(tom.token, "publish", toms, second.against);
  assert.equal(stale.status, 409);
  assert.match(stale.text, /Another menu went live meanwhile\. Nothing was published/);
  assert.match(stale.text, /Stew/);
  assert.match((await send(mia.token, "try", mias)).text, /This menu is live already/);
  assert.equal((await send(tom.token, "publish", toms, stale.against)).status, 303);
  assert.match((await send(tom.token, "try", toms)).text, /This menu is live already/);
});
