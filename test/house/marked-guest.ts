/** One guest with unmistakable details who passes through everything that a restaurant keeps of guests. */
import assert from "node:assert/strict";
import { expireDueHolds } from "../../src/bookings/aftercare/expire-holds.job.ts";
import { offerFreeTables } from "../../src/bookings/alerts/offer-tables.job.ts";
import { openStand, type Stand } from "../../src/console/bookings/stand.fixture.ts";
import { tablesOfFour, type BookingPartner } from "../harness/booking-partner.ts";
import { createProviderLocation } from "../harness/provider-location.ts";
import { operatorToken } from "../harness/service.ts";
import { alwaysOpen, openLine } from "../harness/waitlist-line.ts";
import { done, markedPhone, marks, notes, orderFood, reason, subscribe } from "./marked-orders.ts";

const guest = { first_name: marks.name, last_name: marks.family, phone: markedPhone, email: marks.email };

let keys = 0;
/** A call of the console whose answer is kept for its key. */
const keyed = (partner: BookingPartner, stand: Stand) => (method: string, path: string, body: unknown) =>
  partner.service.call(method, `/console/v1${path}`, {
    key: stand.host.token,
    body,
    headers: { "idempotency-key": `marked-act-${++keys}` },
  });

/** Lets the guest book, wait, ask and order everywhere. The partner's events go to `hook`. */
export async function passThroughEverything(partner: BookingPartner, hook: string): Promise<void> {
  await subscribe((method, path, body) => partner.call(method, path, body), hook);
  await bookByPartner(partner);
  await bookAlone(partner);
  await comeToTheStand(partner);
  await wait(partner);
  await askForGroup(partner);
  await askForTable(partner);
  await bookAtProvider(partner);
  await bookByChannel(partner);
  await orderFood(partner, hook);
  await lookForLinks(partner);
  await failToTell(partner);
}

/** By an app: booked under a key of its own, noted, and cancelled with words. */
async function bookByPartner(partner: BookingPartner): Promise<void> {
  const location = await partner.location(tablesOfFour(3), { messaging: true });
  const { slot_token } = await partner.slot(location, 2);
  const made = done(
    await partner.call("POST", "/v1/bookings", { slot_token, guest, notes, idempotency_key: "marked-booking" }),
  );
  done(await partner.call("POST", `/v1/bookings/${made.id}/change`, { notes: `No ${marks.note}` }), 200);
  done(await partner.call("POST", `/v1/bookings/${made.id}/cancel`, { reason }), 200);
  const other = await partner.slot(location, 2, { days: 4 });
  const second = done(await partner.call("POST", "/v1/bookings", { slot_token: other.slot_token, guest, notes }));
  done(await partner.call("POST", `/v1/bookings/${second.id}/venue_cancel`, { reason }), 200);
}

/** By themselves, in the store: held, booked, changed, told by e-mail. */
async function bookAlone(partner: BookingPartner): Promise<void> {
  const location = await partner.location(tablesOfFour(3), { messaging: true });
  const send = (path: string, body: unknown) =>
    partner.service.call("POST", `/store/v1${path}`, {
      body,
      headers: { "idempotency-key": `marked-guest-${++keys}` },
    });
  const window = `start=${dayAhead(2)}T18:00&end=${dayAhead(2)}T23:00&party_size=2`;
  const path = `/store/v1/locations/${location}/booking_availability?${window}`;
  const found = await partner.service.call("GET", path);
  const held = done(await send("/booking_holds", { slot_token: found.body.data[0].slot_token }));
  const body = { hold_token: held.token, guest, notes, told_by: "email" };
  const booked = done(await send("/bookings", body));
  done(await send(`/bookings/${booked.token}/change`, { notes: `More ${marks.note}` }), 200);
  done(await send(`/bookings/${booked.token}/cancel`, { reason }), 200);
}

const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** On the telephone and at the door: notes of the house, a late party, a seat, an undo, a history. */
async function comeToTheStand(partner: BookingPartner): Promise<void> {
  const stand = await openStand(partner, alwaysOpen(4), { messaging: true });
  const act = keyed(partner, stand);
  const [slot] = await partner.search(stand.locationId, 2, { days: 1, from: "00:00", until: "23:59" });
  const made = done(
    await act("POST", `/locations/${stand.locationId}/bookings`, {
      starts_at: slot?.starts_at,
      party_size: 2,
      guest,
      notes,
    }),
  );
  const noted = done(
    await act("PATCH", `/bookings/${made.id}`, {
      venue_notes: `${marks.family} tips in ${marks.note}`,
      expected_version: made.version,
    }),
    200,
  );
  done(
    await act("PATCH", `/locations/${stand.locationId}/guests/${made.id}`, {
      note: `Brings ${marks.note}`,
      tags: ["vip"],
      expected_version: 0,
    }),
    200,
  );
  done(await stand.call("GET", `/locations/${stand.locationId}/guests?q=${marks.family}`), 200);
  await stand.goTo(slot?.starts_at ?? "");
  const seated = done(await act("POST", `/bookings/${made.id}/seat`, { expected_version: noted.version }), 200);
  done(await act("POST", `/bookings/${made.id}/undo`, { expected_version: seated.version }), 200);
}

/** In line: by an app, by themselves, removed with words, seated. */
async function wait(partner: BookingPartner): Promise<void> {
  const line = await openLine(partner, 2, { messaging: true });
  done(await partner.call("POST", `/v1/locations/${line.location}/waitlist/open`), 200);
  const first = await line.join({ guest, notes });
  done(await line.act(first.id, "notify"), 200);
  done(await line.act(first.id, "remove", { reason }), 200);
  const second = await line.join({ guest, notes });
  done(await line.act(second.id, "seat"), 200);
  const lone = await line.join({ guest, notes });
  // The whole line is in this answer, which is kept for the key.
  const headers = { "idempotency-key": "close-the-marked-line" };
  const path = `/v1/locations/${line.location}/waitlist/close`;
  done(await partner.service.call("POST", path, { key: partner.app.key, headers }), 200);
  done(await partner.call("POST", `/v1/waitlist_entries/${lone.id}/cancel`), 200);
}

async function sendForm(partner: BookingPartner, path: string, fields: Readonly<Record<string, string>>) {
  const { url } = partner.service;
  const answer = await fetch(url + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { origin: url, "sec-fetch-site": "same-origin" },
    redirect: "manual",
  });
  const text = await answer.text();
  assert.equal(answer.status, 303, text);
  return answer.headers.get("location") ?? "";
}

/** With many friends. */
async function askForGroup(partner: BookingPartner): Promise<void> {
  const configuration = tablesOfFour(4, { largePartyThreshold: 4 });
  const stand = await openStand(partner, configuration, { messaging: true });
  await sendForm(partner, `/book/${stand.locationId}/group`, {
    date: dayAhead(20),
    from: "18:00",
    until: "20:30",
    size: "12",
    first: marks.name,
    last: marks.family,
    phone: markedPhone,
    email: marks.email,
    words: notes,
  });
  const [asked] = (await stand.call("GET", `/locations/${stand.locationId}/group_requests`)).body.data;
  const answer = { words: `Gladly, ${marks.name}`, expected_version: asked.version };
  done(await keyed(partner, stand)("POST", `/group_requests/${asked.id}/answer`, answer), 200);
}

/** For a table of a full evening, which becomes free. */
async function askForTable(partner: BookingPartner): Promise<void> {
  const configuration = tablesOfFour(1, { tableAlerts: { enabled: true } });
  const stand = await openStand(partner, configuration, { messaging: true });
  await stand.goTo(`${dayAhead(1)}T09:30:00Z`);
  const seven = { days: 1, from: "19:00", until: "19:30" };
  const booked = await stand.book(2, seven);
  const form = `/book/${stand.locationId}/alert?party=2&date=${booked.starts_at.slice(0, 10)}`;
  const page = await (await fetch(partner.service.url + form)).text();
  const key = /name="key" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const at = String(Date.parse(booked.starts_at));
  for (const [told_by, contact] of [
    ["sms", { phone: markedPhone, email: "" }],
    ["email", { phone: "", email: marks.email }],
  ] as const)
    await sendForm(partner, form, { key: key + told_by, from: at, until: at, told_by, ...contact });
  done(await stand.act(booked.id, "venue_cancel", { expected_version: 1 }), 200);
  const { database } = partner.service;
  await expireDueHolds(database);
  while (await offerFreeTables(database));
}

/** Where a provider keeps the book. */
async function bookAtProvider(partner: BookingPartner): Promise<void> {
  const location = await createProviderLocation(partner.service, { adapter: "simulated" });
  await partner.grant(partner.app, location);
  const { slot_token } = await partner.slot(location, 2);
  const made = await partner.settled("/v1/bookings", { slot_token, guest, notes, idempotency_key: "marked-provider" });
  done(made);
  done(await partner.settled(`/v1/bookings/${made.body.id}/cancel`, { reason, idempotency_key: "marked-end" }), 200);
}

/** By a channel that books for its own users. */
async function bookByChannel(partner: BookingPartner): Promise<void> {
  const location = await partner.location(tablesOfFour(3), { messaging: true });
  const { starts_at } = await partner.slot(location, 2);
  const channel = done(
    await partner.service.call("POST", "/operator/v1/test/booking_channels", {
      key: operatorToken,
      body: { name: "Maps", location_ids: [location] },
    }),
  );
  const key = `Basic ${Buffer.from(`${channel.username}:${channel.password}`).toString("base64")}`;
  const slot = {
    merchant_id: location,
    service_id: "reservation",
    start_sec: String(Date.parse(starts_at) / 1000),
    resources: { party_size: 2 },
  };
  const user_information = {
    user_id: `user-${marks.family}`,
    given_name: marks.name,
    family_name: marks.family,
    telephone: markedPhone,
    email: marks.email,
  };
  const body = { slot, user_information, additional_request: notes, idempotency_token: "marked-channel" };
  const made = await partner.service.call("POST", "/reserve/v3/CreateBooking", { key, body });
  assert.ok(done(made, 200).booking !== undefined, made.text);
}

/** The links that a guest asks for again. */
async function lookForLinks(partner: BookingPartner): Promise<void> {
  for (const contact of [markedPhone, marks.email]) {
    const { url } = partner.service;
    const headers = { origin: url, "sec-fetch-site": "same-origin" };
    const body = new URLSearchParams({ contact });
    const answer = await fetch(`${url}/find/links`, { method: "POST", body, headers, redirect: "manual" });
    assert.ok(answer.status < 400, await answer.text());
  }
}

/** Carriers that name who they could not reach. */
async function failToTell(partner: BookingPartner): Promise<void> {
  const { database } = partner.service;
  await database.transaction((tx) =>
    tx.rows(
      `UPDATE messages SET error = '550 no such user: ' || coalesce(email, phone) WHERE email = $1 OR phone = $2`,
      [marks.email, markedPhone],
    ),
  );
}
