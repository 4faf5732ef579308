/** The operator's programs: the health of the service, the roles of people, and the results of a search. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createOrderingLocation, type OrderingLocation } from "../../test/harness/ordering.ts";
import { createPerson } from "../../test/harness/people.ts";
import { operatorToken, startService, type CallAnswer, type TestService } from "../../test/harness/service.ts";
import { newId } from "../kernel/id.ts";

let service: TestService;
let shop: OrderingLocation;

before(async () => {
  service = await startService();
  shop = await createOrderingLocation(service);
});
after(() => service.stop());

const operate = (method: string, path: string, body?: unknown): Promise<CallAnswer> =>
  service.call(method, `/operator/v1/test${path}`, { key: operatorToken, ...(body === undefined ? {} : { body }) });

describe("operatorGetHealth", () => {
  test("says what is wrong first, with what to do, and every figure (rules/people 10.2)", async () => {
    await service.database.transaction((tx) => tx.rows("DELETE FROM processes"));
    const idle = await operate("GET", "/health");
    assert.equal(idle.status, 200, idle.text);
    assert.equal(idle.body.state, "bad");
    const [first] = idle.body.findings;
    assert.deepEqual([first.state, first.name, first.figure], ["bad", "Processes for background work", "0 alive"]);
    assert.match(first.todo, /maple\.js work/);
    assert.deepEqual(idle.body.processes, []);
    await service.database.transaction((tx) =>
      tx.rows(
        "INSERT INTO processes (id, kind, host, connections, skew_seconds) VALUES (gen_random_uuid(), 'work', 'one', 4, 0)",
      ),
    );
    const working = await operate("GET", "/health");
    assert.deepEqual(
      working.body.processes.map((one: Record<string, unknown>) => [one["kind"], one["host"], one["alive"]]),
      [["work", "one", true]],
    );
    assert.ok(!working.body.findings.some((one: Record<string, unknown>) => one["state"] === "bad"), working.text);
    assert.ok(working.body.figures.connections_used >= 1, working.text);
  });
});

describe("operatorListPeople, operatorEndRole, operatorListInvitations and operatorWithdrawInvitation", () => {
  test("roles of the service and of apps are listed page by page, and a role is taken away (rules/people 2.4)", async () => {
    const admin = await createPerson(service.database, [{ role: "operator_admin" }], { name: "Ada" });
    const support = await createPerson(service.database, [{ role: "operator_support" }], { name: "Grace" });
    await createPerson(service.database, [{ role: "developer", app: shop.app.id }], { name: "Lin" });
    await createPerson(service.database, [{ role: "manager", at: shop.locationId }], { name: "Mo" });
    const first = await operate("GET", "/people?limit=2");
    const second = await operate("GET", `/people?limit=2&starting_after=${first.body.next_cursor}`);
    const all = [...first.body.data, ...second.body.data];
    assert.deepEqual(all.map(({ name, role }) => `${name} ${role}`).toSorted(), [
      "Ada operator_admin",
      "Grace operator_support",
      "Lin developer",
    ]);
    assert.deepEqual([first.body.has_more, second.body.has_more], [true, false]);
    const roleOf = (person: string): string => all.find(({ person_id: id }) => id === person)?.id;
    const ended = await operate("DELETE", `/people/${roleOf(support.id)}`);
    assert.deepEqual([ended.status, ended.body.deleted], [200, true], ended.text);
    const last = await operate("DELETE", `/people/${roleOf(admin.id)}`);
    assert.deepEqual([last.status, last.body.code], [409, "last_of_role"], last.text);
    assert.equal((await operate("GET", "/people")).body.data.length, 2);
    assert.equal((await operate("DELETE", `/people/${newId("rol")}`)).status, 404);
  });

  test("open invitations are listed until they are withdrawn; the link is in none of them", async () => {
    const made = await operate("POST", "/invitations", { role: "operator_support", name: "Grace" });
    assert.equal(made.status, 201, made.text);
    const listed = await operate("GET", "/invitations");
    assert.deepEqual(
      listed.body.data.map(({ id, role, name }: Record<string, unknown>) => [id, role, name]),
      [[made.body.id, "operator_support", "Grace"]],
    );
    assert.ok(!listed.text.includes(made.body.url.split("/invite/")[1]));
    assert.equal((await operate("DELETE", `/invitations/${made.body.id}`)).status, 200);
    assert.deepEqual((await operate("GET", "/invitations")).body.data, []);
  });
});

describe("operatorSearch", () => {
  const found = async (q: string): Promise<readonly string[]> => {
    const answer = await operate("POST", "/search", { q });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data.map(({ kind, id }: { readonly kind: string; readonly id: string }) => `${kind} ${id}`);
  };

  test("an id leads to its thing, and one that names nothing to nothing (rules/people 10.3)", async () => {
    const order = await shop.place();
    assert.deepEqual(await found(order.id), [`order ${order.id}`]);
    assert.deepEqual(await found(shop.locationId), [`location ${shop.locationId}`]);
    assert.deepEqual(await found(shop.app.id), [`app ${shop.app.id}`]);
    const [event] = await shop.events(order.id);
    assert.ok(event !== undefined);
    assert.deepEqual(await found(event.id), [`event ${event.id}`]);
    for (const prefix of ["ord", "bkg", "bkw", "app", "pay", "evt", "req", "str", "key", "opn"] as const)
      assert.deepEqual(await found(newId(prefix)), [], prefix);
  });

  test("a phone number, an e-mail address and a code find the order; the answer names no guest", async () => {
    const { id } = await shop.place();
    await service.database.transaction((tx) =>
      tx.rows(
        `UPDATE orders SET code = 'Q7K2MZ', customer = customer || '{"phone": "+33142609999", "email": "Zeb@Example.org"}' WHERE id = $1`,
        [id],
      ),
    );
    for (const q of ["+33 1 42 60 99 99", "zeb@example.ORG", "q7k2-mz"])
      assert.deepEqual(await found(q), [`order ${id}`], q);
    const answer = await operate("POST", "/search", { q: "+33142609999" });
    assert.ok(!/zeb|33142609999/i.test(answer.text), answer.text);
    assert.equal((await operate("POST", "/search", { q: " " })).status, 400);
  });

  test("support may search, and may not take roles away", async () => {
    const support = await createPerson(service.database, [{ role: "operator_support" }]);
    const asSupport = (method: string, path: string, body?: unknown): Promise<CallAnswer> =>
      service.call(method, `/console/v1/operator${path}`, {
        key: support.token,
        ...(body === undefined ? {} : { body }),
      });
    const sought = await asSupport("POST", "/search", { q: shop.locationId });
    assert.deepEqual([sought.status, sought.body.data.length], [200, 1], sought.text);
    const ended = await asSupport("DELETE", `/people/${newId("rol")}`);
    assert.deepEqual([ended.status, ended.body.code], [403, "role_required"], ended.text);
  });
});
