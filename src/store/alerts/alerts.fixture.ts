/** A full restaurant and guests who wait for its tables, for tests. */
import assert from "node:assert/strict";
import { tablesOfFour, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import type { CallAnswer } from "../../../test/harness/service.ts";
import { expireDueHolds } from "../../bookings/aftercare/expire-holds.job.ts";
import { offerFreeTables } from "../../bookings/alerts/offer-tables.job.ts";
import { openStand, type Stand } from "../../console/bookings/stand.fixture.ts";

const dayMs = 86_400_000;
export const onSeven = { days: 1, from: "19:00", until: "19:30" };
export const waits = "We look out for a table";
export const offered = "A table is free for you";
const dayAhead = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** A restaurant in the morning, whose tables are all taken at seven. */
export interface Full extends Stand {
  /** The partner's bookings. */
  readonly booked: readonly CallAnswer["body"][];
  /** The service day. */
  readonly date: string;
}

/** What tests of alerts do with the service of a partner. */
export function waitingGuests(partner: () => BookingPartner) {
  let guests = 0;
  const nextPhone = (): string => `+331427${String(++guests).padStart(5, "0")}`;
  const formOf = ({ locationId, date }: Full, party = 2): string =>
    `/book/${locationId}/alert?party=${party}&date=${date}`;

  async function open(path: string) {
    const answer = await fetch(`${partner().service.url}${path}`, { redirect: "manual" });
    return { status: answer.status, text: await answer.text(), to: answer.headers.get("location") ?? "" };
  }

  async function send(path: string, fields: Readonly<Record<string, string>>) {
    const { url } = partner().service;
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin: url, "sec-fetch-site": "same-origin" },
      redirect: "manual",
    });
    return { status: answer.status, to: answer.headers.get("location") ?? "", text: await answer.text() };
  }

  async function openFull(tables = 1, more: object = {}): Promise<Full> {
    const configuration = tablesOfFour(tables, { tableAlerts: { enabled: true }, ...more });
    const stand = await openStand(partner(), configuration, { messaging: true });
    await stand.goTo(`${dayAhead(1)}T09:30:00Z`);
    const booked = [];
    for (let table = 0; table < tables; table++) booked.push(await stand.book(2, onSeven));
    return { ...stand, booked, date: booked[0]?.starts_at.slice(0, 10) ?? "" };
  }

  /** What the form of a guest sends who wants a table at seven. */
  async function fieldsFor(place: Full, party = 2): Promise<Record<string, string>> {
    const form = await open(formOf(place, party));
    assert.equal(form.status, 200, form.text);
    const key = /name="key" value="([^"]+)"/.exec(form.text)?.[1] ?? "";
    const seven = String(Date.parse(place.booked[0].starts_at));
    return { key, from: seven, until: seven, told_by: "sms", phone: nextPhone(), email: "" };
  }

  /** A guest asks; answers the page of the alert. */
  async function ask(place: Full): Promise<string> {
    const asked = await send(formOf(place), await fieldsFor(place));
    assert.equal(asked.status, 303, asked.text);
    const page = (await open(asked.to)).to;
    assert.match(page, /^\/alert\/[\w-]{22}$/);
    return page;
  }

  /** Does all that is due. */
  async function run(): Promise<void> {
    const { database } = partner().service;
    await expireDueHolds(database);
    while (await offerFreeTables(database));
  }

  const titleOf = async (page: string): Promise<string> =>
    /<h1>([^<]+)/.exec((await open(page)).text)?.[1]?.trim() ?? "";

  return {
    nextPhone,
    formOf,
    open,
    send,
    openFull,
    fieldsFor,
    ask,
    run,
    titleOf,
    titles: (pages: readonly string[]) => Promise.all(pages.map(titleOf)),
    cancel: (place: Full, at = 0) => place.act(place.booked[at].id, "venue_cancel", { expected_version: 1 }),
    slots: (place: Stand) => partner().search(place.locationId, 2, onSeven),
    statuses: (place: Stand) =>
      partner().service.database.read.rows<{ status: string; unused_offers: number }>(
        "SELECT status, unused_offers FROM table_alerts WHERE location_id = $1 ORDER BY created_at, id",
        [place.locationId],
      ),
  };
}
