import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { openLine } from "../../../test/harness/waitlist-line.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const tokenOf = async (id: string): Promise<string> => {
  const sql = "SELECT guest_token AS token FROM waitlist_entries WHERE id = $1";
  return (await partner.service.database.read.one<{ token: string }>(sql, [id])).token;
};

test("followStoreWait: the guest's place and band, nothing that is not theirs, and 404 for any other key (rules/waitlist 4.1)", async () => {
  const line = await openLine(partner, 1);
  const seated = await line.join();
  await line.act(seated.id, "seat");
  await line.join();
  const entry = await line.join({ guest: { first_name: "Ada", phone: "+33142600143" } });
  const answer = await partner.service.call("GET", `/store/v1/waits/${await tokenOf(entry.id)}`);
  const { wait_minutes: band, ...rest } = answer.body;
  assert.deepEqual(rest, {
    object: "store_wait",
    location_id: line.location,
    livemode: false,
    status: "waiting",
    party_size: 2,
    position: 2,
    parties_in_line: 2,
    joined_at: entry.joined_at,
    notify_expires_at: null,
    on_my_way: false,
  });
  assert.deepEqual(band, entry.quoted_wait.wait_minutes);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  for (const other of ["nonsense", "x".repeat(22)])
    assert.equal((await partner.service.call("GET", `/store/v1/waits/${other}`)).status, 404);
});

test("streamStoreWait: the place, then each change of the line, then the end", async () => {
  const line = await openLine(partner, 1);
  const [first, second] = [await line.join(), await line.join()];
  const stop = new AbortController();
  const answer = await fetch(`${partner.service.url}/store/v1/waits/${await tokenOf(second.id)}/events`, {
    headers: { accept: "text/event-stream" },
    signal: stop.signal,
  });
  assert.equal(answer.status, 200);
  const seen: string[] = [];
  let text = "";
  const body = answer.body ?? assert.fail();
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    text += part;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data === undefined) continue;
      const view: { readonly object: string; readonly status: string; readonly position: number } = JSON.parse(data);
      if (view.object !== "store_wait") continue;
      seen.push(`${view.status} ${view.position}`);
      if (seen.length === 1) await line.act(first.id, "remove");
      if (seen.length === 2) await line.act(second.id, "seat");
    }
  }
  assert.deepEqual(seen, ["waiting 2", "waiting 1", "seated 0"]);
  stop.abort();
});
