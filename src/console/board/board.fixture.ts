/** A location whose orders staff decide, with its board, for tests. */
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { createDevice, createPerson, type TestDevice, type TestPerson } from "../../../test/harness/people.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import type { CallAnswer, TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";
import type { StreamMessage } from "./board-wire.schemas.ts";

export interface Board {
  readonly venue: OrderingLocation;
  readonly locationId: Id<"str">;
  readonly staff: TestPerson;
  readonly manager: TestPerson;
  readonly tablet: TestDevice;
  /** Calls as staff, or with another session. */
  call(method: string, path: string, body?: unknown, key?: string): Promise<CallAnswer>;
  /** Places an order that staff may decide, and answers its id. */
  place(fields?: Readonly<Record<string, unknown>>): Promise<string>;
}

/** Makes a location without an app, with people of each role and a tablet. */
export async function openBoard(service: TestService, columns: Readonly<Record<string, unknown>> = {}): Promise<Board> {
  const venue = await createOrderingLocation(service, { order_routing: "manual", ...columns });
  const { locationId } = venue;
  assert.equal((await venue.call("DELETE", `/v1/locations/${locationId}/connection`)).status, 200);
  const [staff, manager, tablet] = await Promise.all([
    createPerson(service.database, [{ role: "staff", at: locationId }], { name: "Sam Staff" }),
    createPerson(service.database, [{ role: "manager", at: locationId }], { name: "Mia Manager" }),
    createDevice(service.database, locationId),
  ]);
  return {
    venue,
    locationId,
    staff,
    manager,
    tablet,
    call: (method, path, body, key = staff.token) =>
      service.call(method, `/console/v1${path}`, { key, ...(body === undefined ? {} : { body }) }),
    place: async (fields = { payment: "paid" }) => (await venue.place(fields))["id"] as string,
  };
}

export interface FollowedBoard {
  readonly status: number;
  readonly headers: Headers;
  /** The next message with its number; heartbeats are passed over unless asked for. */
  next(withHeartbeats?: boolean): Promise<StreamMessage & { readonly id: string | null }>;
  /** Resolves when the server ends the stream. */
  ended(): Promise<void>;
  close(): void;
}

/** Opens the stream of a location. */
export async function followBoard(
  service: TestService,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<FollowedBoard> {
  const controller = new AbortController();
  const response = await fetch(`${service.url}${path}`, { headers, signal: controller.signal });
  const lines =
    response.body === null || response.status !== 200
      ? undefined
      : createInterface({ input: Readable.from(response.body) })[Symbol.asyncIterator]();
  let id: string | null = null;
  const read = async (): Promise<(StreamMessage & { readonly id: string | null }) | undefined> => {
    for (;;) {
      const { value, done } = (await lines?.next()) ?? { value: "", done: true };
      if (done === true) return undefined;
      if (value.startsWith("id: ")) id = value.slice(4);
      if (!value.startsWith("data: ")) continue;
      const message = { ...(JSON.parse(value.slice(6)) as StreamMessage), id };
      id = null;
      return message;
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    async next(withHeartbeats = false) {
      for (;;) {
        const message = await read();
        assert.ok(message !== undefined, "the stream has ended");
        if (withHeartbeats || message.object !== "heartbeat") return message;
      }
    },
    async ended() {
      while ((await read()) !== undefined);
    },
    close: () => controller.abort(),
  };
}
