import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import type { MessageSender, OutgoingMessage, SendResult } from "../../messaging/message/message-sender.ts";
import { createMessageJob } from "../../messaging/send/send-messages.job.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { operatorToken, startService, type TestService } from "../../../test/harness/service.ts";

const password = "right horse battery staple";
let service: TestService;
let here: Id<"str">;
let there: Id<"str">;

before(async () => {
  service = await startService();
  here = await createLocation(service.database);
  there = await createLocation(service.database);
});
after(() => service.stop());

const call = (method: string, path: string, key?: string, body?: unknown) =>
  service.call(method, `/console/v1${path}`, {
    ...(key === undefined ? {} : { key }),
    ...(body === undefined ? {} : { body }),
  });
const accept = (token: string, email: string) =>
  call("POST", `/invitations/${token}/accept`, undefined, { name: "New Colleague", email, password });

describe("an invitation by text (rules/people 3.7)", () => {
  interface Kept {
    readonly status: string;
    readonly body: string | null;
    readonly phone: string | null;
  }
  const kept = (id: string): Promise<Kept> =>
    service.database.read.one<Kept>("SELECT status, body, phone FROM messages WHERE subject_id = $1", [id]);
  const text = async (key: string, phone: string, at = here) => {
    const body = { role: "host", phone };
    const answer = await call("POST", `/locations/${at}/invitations`, key, body);
    return { ...answer, id: String(answer.body.id) };
  };
  /** Sends what is due by a sender that keeps it. */
  const carried = async (result: SendResult = { kind: "accepted", providerId: null }): Promise<OutgoingMessage[]> => {
    const taken: OutgoingMessage[] = [];
    const sender: MessageSender = {
      name: "outbox",
      send: async (message) => {
        taken.push(message);
        return result;
      },
      find: async () => null,
    };
    await createMessageJob({
      database: service.database,
      carrier: undefined,
      senderOf: () => sender,
      onAttempt: () => undefined,
    }).runOnce();
    return taken;
  };
  const listed = async (key: string) => {
    const [own, operators] = [
      await call("GET", `/locations/${here}/messages`, key),
      await service.call("GET", `/operator/v1/test/messages?location_id=${here}`, { key: operatorToken }),
    ];
    assert.deepEqual([own.status, operators.status], [200, 200]);
    return own.text + operators.text;
  };

  test("is sent where guests are not written to; nobody reads the link, and it is deleted when it is handed over", async () => {
    const boss = await createPerson(service.database, [{ role: "manager", at: here }]);
    await service.database.transaction((tx) =>
      tx.rows(`UPDATE locations SET messaging = false, address = '{"country": "US"}' WHERE id = $1`, [here]),
    );
    const invited = await text(boss.token, "(217) 555-0161");
    assert.equal(invited.status, 201, invited.text);
    const { phone, text_status: status, not_texted: reason, url } = invited.body;
    assert.deepEqual([phone, status, reason], ["+12175550161", "queued", null]);
    const secret = String(url).split("/invite/")[1] ?? "";
    assert.ok((await kept(invited.id)).body?.endsWith(url), "kept until it is handed over");
    assert.ok(secret.length === 43 && !(await listed(boss.token)).includes(secret));
    const [sent, ...more] = await carried();
    assert.deepEqual([sent?.phone, more], ["+12175550161", []]);
    assert.ok(sent?.body.endsWith(url) === true, sent?.body ?? "nothing was sent");
    assert.deepEqual(await kept(invited.id), { status: "sent", body: null, phone: "+12175550161" });
    const { body: people } = await call("GET", `/locations/${here}/people`, boss.token);
    const shown = people.invitations.find((one: { id: string }) => one.id === invited.id);
    assert.equal(shown.text_status, "sent");
    const all = await listed(boss.token);
    assert.ok(all.includes(invited.id) && !all.includes(secret));
    assert.equal((await accept(secret, "texted@example.com")).status, 201);
  });

  test("is not sent once the invitation is withdrawn or used", async () => {
    const boss = await createPerson(service.database, [{ role: "manager", at: here }]);
    const [withdrawn, used] = [await text(boss.token, "+12175550162"), await text(boss.token, "+12175550163")];
    assert.equal((await call("DELETE", `/invitations/${withdrawn.id}`, boss.token)).status, 200);
    assert.equal((await accept(String(used.body.url).split("/invite/")[1] ?? "", "soon@example.com")).status, 201);
    assert.deepEqual(await carried(), []);
    for (const { id } of [withdrawn, used])
      assert.deepEqual(await kept(id), { status: "suppressed", body: null, phone: null });
  });

  test("keeps no link when it fails, and waits with it while it is tried again", async () => {
    const boss = await createPerson(service.database, [{ role: "manager", at: here }]);
    const again = await text(boss.token, "+12175550164");
    assert.equal((await carried({ kind: "busy", error: "503" })).length, 1);
    assert.ok((await kept(again.id)).body?.endsWith(again.body.url));
    const refused = await text(boss.token, "+12175550165");
    assert.equal((await carried({ kind: "refused", error: "21614", optedOut: false })).length, 1);
    assert.deepEqual(await kept(refused.id), { status: "failed", body: null, phone: "+12175550165" });
  });

  test("a phone that cannot be read is refused and nothing is made; one that answered STOP, and none, are told", async () => {
    const boss = await createPerson(service.database, [{ role: "manager", at: there }]);
    const unread = await text(boss.token, "12", there);
    assert.deepEqual([unread.status, unread.body.code], [400, "invalid_phone"], unread.text);
    assert.equal(unread.body.details.issues[0].path, "body.phone");
    assert.deepEqual((await call("GET", `/locations/${there}/people`, boss.token)).body.invitations, []);
    await service.database.transaction((tx) => tx.rows("INSERT INTO message_opt_outs (phone) VALUES ('+12175550166')"));
    const stopped = await text(boss.token, "+12175550166", there);
    const { body: without } = await call("POST", `/locations/${there}/invitations`, boss.token, { role: "host" });
    assert.deepEqual([stopped.status, stopped.body.not_texted, stopped.body.text_status], [201, "opted_out", null]);
    assert.deepEqual([without.not_texted, without.text_status], ["no_phone", null]);
  });
});
