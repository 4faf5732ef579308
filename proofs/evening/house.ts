/** The running restaurant: the service, a partner with a key, two hosts with their sessions, and the clock of the location. */
import assert from "node:assert/strict";
import type { Id } from "../../src/kernel/id.ts";
import type { StandSnapshot } from "../../src/console/stand/stand-wire.schemas.ts";
import { startBookingPartner, type BookingPartner } from "../../test/harness/booking-partner.ts";
import { createPerson, type TestPerson } from "../../test/harness/people.ts";
import type { CallAnswer } from "../../test/harness/service.ts";
import { Model } from "./model.ts";
import { configuration } from "./restaurant.ts";

/** A host at a screen of their own: it knows the versions that it has seen. */
export class Host {
  readonly person: TestPerson;
  readonly known = new Map<string, number>();

  constructor(person: TestPerson) {
    this.person = person;
  }
}

export class House {
  readonly model = new Model();
  /** How often each act was done, and was refused with each code. */
  readonly done = new Map<string, number>();
  readonly refused = new Map<string, number>();
  readonly partner: BookingPartner;
  readonly locationId: Id<"str">;
  readonly hosts: readonly [Host, Host];
  #clock = { now: 0, read: 0 };
  #keys = 0;

  private constructor(partner: BookingPartner, locationId: Id<"str">, hosts: readonly [Host, Host]) {
    this.partner = partner;
    this.locationId = locationId;
    this.hosts = hosts;
  }

  static async open(): Promise<House> {
    const partner = await startBookingPartner({ workers: true });
    const locationId = await partner.location(configuration, { messaging: true });
    const { database } = partner.service;
    const host = async (name: string): Promise<Host> =>
      new Host(await createPerson(database, [{ role: "host", at: locationId }], { name }));
    return new House(partner, locationId, [await host("Hana Host"), await host("Henri Host")]);
  }

  at(path: string): string {
    return `/locations/${this.locationId}/${path}`;
  }

  count(act: string, times = 1): void {
    if (times === 0) return;
    this.done.set(act, (this.done.get(act) ?? 0) + times);
  }

  /** The time of the location. */
  tick(): number {
    this.model.now = this.#clock.now + (performance.now() - this.#clock.read);
    return this.model.now;
  }

  /** Moves the clock of the location ahead to a moment, or reads it. */
  async goTo(at?: number): Promise<number> {
    const path = `/v1/sandbox/locations/${this.locationId}/clock`;
    const seconds = at === undefined ? 0 : Math.ceil((at - this.tick()) / 1_000);
    const body = seconds > 0 ? { advance_seconds: seconds } : undefined;
    const answer = await this.partner.call(body === undefined ? "GET" : "POST", path, body);
    assert.equal(answer.status, 200, answer.text);
    this.#clock = { now: Date.parse(String(answer.body.now)), read: performance.now() };
    return this.tick();
  }

  /** Calls the console as a host; every write carries a key of its own. */
  async call(
    host: Host,
    method: string,
    path: string,
    body?: object,
    key = `evening-${++this.#keys}`,
  ): Promise<CallAnswer> {
    this.tick();
    const answer = await this.partner.service.call(method, `/console/v1${path}`, {
      key: host.person.token,
      ...(body === undefined ? {} : { body }),
      ...(method === "POST" ? { headers: { "idempotency-key": key } } : {}),
    });
    if (answer.status >= 500) this.model.violation(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
    if (answer.status >= 400) {
      const code = String(answer.body?.code);
      this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
    }
    return answer;
  }

  /** An act on a booking or an entry with the version that the host has seen; a stale one is answered by reading anew. */
  async act(host: Host, method: string, path: string, body: object = {}): Promise<CallAnswer> {
    const id = path.split("/")[2] ?? "";
    const version = host.known.get(id) ?? (await this.readAnew(host, id));
    const party = this.model.parties.get(id);
    const isRight = version === (party ?? this.model.waiting.get(id))?.version;
    const answer = await this.call(host, method, path, { ...body, expected_version: version });
    const isStale = answer.status === 409 && answer.body.code === "stale_version";
    if (isStale) {
      if (isRight) this.model.violation(`${path}: version ${version} is refused as stale, and nobody has changed it`);
      if (answer.body.details?.updated_by === undefined)
        this.model.violation(`${path}: nobody is named: ${answer.text}`);
      this.count("stale version, read anew");
      const fresh = await this.readAnew(host, id);
      return this.known(host, await this.call(host, method, path, { ...body, expected_version: fresh }));
    }
    // Repairs alone make no version stale.
    if (!isRight && answer.status < 300 && party?.isRepaired !== true)
      this.model.violation(`${path}: version ${version} is stale and was not refused`);
    return this.known(host, answer);
  }

  /** A host looks at the whole stand. */
  async look(host: Host): Promise<StandSnapshot> {
    const answer = await this.call(host, "GET", this.at("snapshot?screen=stand"));
    assert.equal(answer.status, 200, answer.text);
    const snapshot: StandSnapshot = answer.body;
    host.known.clear();
    for (const { id, version } of [...snapshot.bookings, ...snapshot.waitlist.entries, ...snapshot.waitlist.ended])
      host.known.set(id, version);
    return snapshot;
  }

  /** What the host has just been answered is known to them. */
  known(host: Host, answer: CallAnswer): CallAnswer {
    if (answer.status < 300) host.known.set(String(answer.body.id), Number(answer.body.version));
    return answer;
  }

  private async readAnew(host: Host, id: string): Promise<number> {
    if (id.startsWith("bkw_")) await this.look(host);
    else this.known(host, await this.call(host, "GET", `/bookings/${id}`));
    return host.known.get(id) ?? 1;
  }
}
