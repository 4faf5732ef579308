import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, describe, test } from "node:test";
import { createLocation } from "../../test/harness/factories.ts";
import { createPerson } from "../../test/harness/people.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { newId, type Id } from "../kernel/id.ts";
import { letterText } from "../mail/letter-text.ts";
import type { Letter } from "../mail/letter.ts";
import { letterLinks } from "../mail/mail-links.ts";
import { forgetOldMessages } from "../messaging/aftercare/forget-old-messages.job.ts";
import { takeBounce } from "../messaging/aftercare/take-report.command.ts";
import { tellGuest } from "../messaging/queue/tell-guest.command.ts";

let service: TestService;
let here: Id<"str">;
let guests = 0;

before(async () => {
  service = await startService();
  here = await createLocation(service.database, { messaging: true });
});
after(() => service.stop());

const letter = (subject: string): Letter => ({
  language: "en",
  subject,
  text: ["<b>Come</b>"],
  facts: [],
  action: { label: "See", href: `${service.url}/g/x` },
  venue: { name: "Chez Nous", address: null, phone: null, email: null },
  calendar: { method: "PUBLISH", text: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n" },
  isUnsubscribable: true,
});

async function mailTo(email: string, subject = "Your table is booked"): Promise<Id<"msg">> {
  const subjectId = newId("bkg");
  await service.database.transaction((tx) =>
    tellGuest(tx, {
      locationId: here,
      kind: "booking_reminder",
      subjectId,
      occasion: "1",
      contact: { phone: null, email },
      language: "en",
      letter: () => letter(subject),
      sendWithinSeconds: 600,
    }),
  );
  const rows = await service.database.read.rows<{ id: Id<"msg"> }>("SELECT id FROM messages WHERE subject_id = $1", [
    subjectId,
  ]);
  assert.equal(rows.length, email.startsWith("stopped") ? 0 : 1);
  return rows[0]?.id ?? newId("msg");
}
const guest = (): string => `guest${(guests += 1)}@example.org`;

interface Seen {
  readonly status: number;
  readonly policy: string;
  readonly text: string;
}
/** As a browser on this machine asks; with another Host, as one that was led here. */
function see(path: string, host?: string, form?: string, session?: string): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const url = new URL(path, service.url);
    const headers = {
      accept: "text/html",
      ...(host === undefined ? {} : { host }),
      ...(session === undefined ? {} : { cookie: `maple_session=${session}` }),
      ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
    };
    const asked = request(url, { method: form === undefined ? "GET" : "POST", headers }, (answer) => {
      let text = "";
      answer.on("data", (part) => void (text += String(part)));
      answer.on("end", () => {
        const policy = String(answer.headers["content-security-policy"]);
        resolve({ status: answer.statusCode ?? 0, policy, text });
      });
    });
    asked.on("error", reject);
    asked.end(form);
  });
}

test("messages about orders are forgotten so many days after they were written (rules/messages-and-privacy 3.2)", async () => {
  const place = await createLocation(service.database, { guest_retention_days: 30 });
  const written = async (days: number): Promise<Id<"ord">> => {
    const subjectId = newId("ord");
    await service.database.transaction(async (tx) => {
      const contact = { phone: null, email: guest() };
      const about = { locationId: place, kind: "order_accepted", subjectId, occasion: "1" } as const;
      await tellGuest(tx, {
        ...about,
        contact,
        language: "en",
        letter: () => letter("Accepted"),
        sendWithinSeconds: 600,
      });
      await tx.rows("UPDATE messages SET created_at = created_at - make_interval(days => $2) WHERE subject_id = $1", [
        subjectId,
        days,
      ]);
    });
    return subjectId;
  };
  const [old, young] = [await written(31), await written(29)];
  assert.equal(await forgetOldMessages(service.database), false);
  const kept = await service.database.read.rows(
    "SELECT subject_id, email IS NULL AND body IS NULL AND letter IS NULL AS gone, status FROM messages WHERE location_id = $1 ORDER BY id",
    [place],
  );
  assert.deepEqual(kept, [
    { subject_id: old, gone: true, status: "suppressed" },
    { subject_id: young, gone: false, status: "queued" },
  ]);
  const audited = await service.database.read.rows(
    "SELECT actor, after FROM audit_log WHERE subject = $1 AND action = 'guest.erased'",
    [place],
  );
  assert.deepEqual(audited, [{ actor: "retention", after: { messages: 1, guest_retention_days: 30 } }]);
});

describe("the outbox (rules/messages-and-privacy 1.7)", () => {
  test("shows e-mail as it would be sent, in a frame that runs nothing, with its calendar file", async () => {
    const email = guest();
    const id = await mailTo(email);
    const list = await see("/outbox");
    assert.equal(list.status, 200);
    assert.ok(list.text.includes(`/outbox/${id}`) && !list.text.includes(email));
    const page = await see(`/outbox/${id}`);
    assert.match(page.text, /<iframe class="sent" sandbox="allow-popups"/);
    assert.match(page.policy, /frame-src 'self'/);
    const sent = await see(`/outbox/${id}/html`);
    assert.match(sent.policy, /^sandbox allow-popups; default-src 'none'/);
    assert.match(sent.text, /&lt;b&gt;Come&lt;\/b&gt;/);
    assert.match((await see(`/outbox/${id}/calendar.ics`)).text, /^BEGIN:VCALENDAR/);
    assert.equal((await see(`/outbox/${newId("msg")}`)).status, 404);
  });

  test("is in the language of who looks, as pages of people are; each message stays in its own", async () => {
    await mailTo(guest());
    const headers = { accept: "text/html", "accept-language": "fr" };
    const { text } = await service.call("GET", "/outbox", { headers });
    assert.match(text, /<html lang="fr/);
    assert.match(text, /Boîte d’envoi/);
    assert.doesNotMatch(text, /Booking reminder/);
  });

  test("is of this machine and of operators: nobody else finds it", async () => {
    const id = await mailTo(guest());
    for (const path of ["/outbox", `/outbox/${id}`, `/outbox/${id}/html`])
      assert.equal((await see(path, "maple.example")).status, 404, path);
    const support = await createPerson(service.database, [{ role: "operator_support" }]);
    const manager = await createPerson(service.database, [{ role: "manager", at: here }]);
    assert.equal((await see("/outbox", "maple.example", undefined, support.token)).status, 200);
    assert.equal((await see("/outbox", "maple.example", undefined, manager.token)).status, 404);
  });
});

describe("whoever an e-mail is not for (rules/messages-and-privacy 1.19)", () => {
  const linksOf = (id: Id<"msg">) =>
    letterLinks({ livemode: false, secretKey: Buffer.alloc(32, 7), baseUrl: () => service.url }, id);

  test("stops mail to the address: reading changes nothing, the form does, and nothing goes there again", async () => {
    const email = "stopped@example.org";
    const id = await mailTo(`not-${email}`);
    const { stop } = linksOf(id);
    assert.ok(letterText(letter("x"), linksOf(id)).includes(stop));
    const asked = await see(stop);
    assert.match(asked.text, /Stop mail to n\*\*\*@example\.org\?/);
    const count = async (): Promise<number> =>
      (await service.database.read.rows("SELECT 1 AS one FROM mail_stops WHERE address = $1", [`not-${email}`])).length;
    assert.equal(await count(), 0);
    assert.match((await see(stop, undefined, "")).text, /We no longer write to n\*\*\*@example\.org/);
    assert.equal(await count(), 1);
    const { rows } = await service.database.transaction(async (tx) => {
      await tellGuest(tx, {
        locationId: here,
        kind: "booking_confirmed",
        subjectId: newId("bkg"),
        occasion: "2",
        contact: { phone: null, email: `NOT-${email}` },
        language: "en",
        letter: () => letter("again"),
        sendWithinSeconds: 600,
      });
      return { rows: await tx.rows("SELECT 1 AS one FROM messages WHERE email = $1", [`not-${email}`]) };
    });
    assert.equal(rows.length, 1);
  });

  test("one click of a mail program ends reminders alone; a mark that is not of the message opens nothing", async () => {
    const email = guest();
    const id = await mailTo(email);
    const { unsubscribe, stop } = linksOf(id);
    const done = await see(unsubscribe, undefined, "List-Unsubscribe=One-Click");
    assert.deepEqual([done.status, /no more reminders/.test(done.text)], [200, true]);
    const scopes = await service.database.read.rows<{ scope: string }>(
      "SELECT scope FROM mail_stops WHERE address = $1",
      [email],
    );
    assert.deepEqual(scopes, [{ scope: "reminders" }]);
    const forged = stop.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    assert.equal((await see(forged)).status, 404);
    assert.equal((await see(forged, undefined, "")).status, 404);
  });

  test("a bounce says that it did not arrive; an address that does not exist is left alone for 90 days", async () => {
    const [full, gone] = [guest(), guest()];
    const [first, second] = [await mailTo(full), await mailTo(gone)];
    await service.runDue();
    const bounce = (id: Id<"msg">, status: string) => service.database.transaction((tx) => takeBounce(tx, id, status));
    assert.deepEqual(
      [await bounce(first, "4.2.2"), await bounce(first, "5.2.2"), await bounce(second, "5.1.1")],
      [false, true, true],
    );
    const { days } = await service.database.read.one<{ days: number }>(
      `SELECT extract(day FROM until - stopped_at)::int AS days FROM mail_stops WHERE address IN ($1, $2)`,
      [full, gone],
    );
    assert.equal(days, 90);
  });
});
