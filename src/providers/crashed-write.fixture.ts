/** Writes at the simulated provider whose process crashed between the COMMIT and the call, and their settlement by hand. */
import assert from "node:assert/strict";
import type { BookingPartner } from "../../test/harness/booking-partner.ts";
import { beginBook } from "../bookings/at-provider/begin-operation.command.ts";
import { createSlotTokens } from "../bookings/search/slot-token.ts";
import { newId, type Id } from "../kernel/id.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { sealedSecrets } from "../webhooks/subscriptions/sealed-secrets.ts";
import { createSimulatedProvider } from "./simulated-provider.command.ts";

export const sealing = sealedSecrets([Buffer.alloc(32, 7)], false, "maple provider secrets");
const tokens = createSlotTokens(Buffer.alloc(32, 5));

/** The writes of one partner at one location. */
export function crashedWrites(partner: BookingPartner, locationId: Id<"str">) {
  const { database } = partner.service;
  const simulated = () => createSimulatedProvider({ database, locationId, sleep: async () => {} });
  let phones = 0;

  /** Writes an operation down and "crashes": nothing is sent, as after a SIGKILL between the COMMIT and the call. */
  async function crashBeforeCall(day: number): Promise<Id<"opn">> {
    const slot = await partner.slot(locationId, 2, { days: day, from: "19:00" });
    const content = {
      appId: partner.app.id,
      locationId,
      startsAt: Date.parse(slot.starts_at),
      partySize: 2,
      durationMinutes: 90,
      areaId: null,
      experienceId: null,
      revision: 0,
    };
    const id = newId("opn");
    const begun = await database.transaction((tx) =>
      beginBook(tx, tokens, id, {
        appId: partner.app.id,
        source: "partner",
        by: { kind: "token", slotToken: tokens.issue(content, Date.now()).token },
        guest: { first_name: "Ada", last_name: "Byron", phone: `+33142600${String(200 + phones++)}` },
        notes: null,
      }),
    );
    assert.ok(!isRefusal(begun) && "fresh" in begun && begun.fresh, JSON.stringify(begun));
    return id;
  }

  return {
    simulated,
    crashBeforeCall,
    deps: (onFault: (error: unknown) => void = (error) => assert.fail(String(error))) => ({
      database,
      find: async () => simulated(),
      sealing,
      onFault,
    }),
    /** The phone of the guest whose write crashed last. */
    lastPhone: () => `+33142600${String(199 + phones)}`,
    async makeDue(id: Id<"opn">): Promise<void> {
      await database.transaction((tx) =>
        tx.rows("UPDATE provider_operations SET next_attempt_at = clock_timestamp() WHERE id = $1", [id]),
      );
    },
  };
}
