/** Other tables for a party: those that fit, or others by hand. */
import { useEffect } from "preact/hooks";
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { nameOf, tableWords } from "../live/names.screen.ts";
import { moveParty, seatParty, seatWaiter, swapParties } from "../live/seat.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { seatedOf } from "../state/lists.ts";
import type { Party, Waiter } from "../state/stand-model.ts";
import { TableChoice, type Chosen } from "./table-choice.screen.tsx";
import { closeAfter, forgetFailures, notify } from "../../screens/screen-store.screen.ts";

/**
 * Ends the choice for who sits already: another host was first, or the answer to the own act was lost. `seated` is the
 * booking of who sits; an act that is under way ends the choice itself.
 */
function useEndOnceSeated(store: Store, id: string, seated: Party | undefined): void {
  const isOver = seated?.status === "in_service" && !store.busy.value.has(id);
  useEffect(() => {
    if (!isOver) return;
    forgetFailures(store);
    const where = tableWords(store, seated.unitIds);
    notify(store, { kind: "told", text: store.say("say.seated", { name: nameOf(store, seated), ...where }) });
    store.closeDialog();
  }, [isOver]);
}

interface PartyTablesProps {
  readonly store: Store;
  readonly party: Party;
  readonly act: "seat" | "move";
}

export function PartyTables({ store, party, act }: PartyTablesProps): JSX.Element {
  const { say } = store;
  const name = nameOf(store, party);
  useEndOnceSeated(store, party.id, act === "seat" ? party : undefined);
  const choose = async (chosen: Chosen): Promise<void> => {
    await closeAfter(store, (act === "seat" ? seatParty : moveParty)(store, party, chosen));
  };
  return (
    <Dialog store={store} title={<bdi>{say(act === "seat" ? "tables.seat" : "tables.move", { name })}</bdi>}>
      <TableChoice
        store={store}
        size={party.size}
        {...(act === "move" ? { moving: party } : { partyId: party.id })}
        verb={act === "seat" ? "act.seat_at" : "act.move_to"}
        onChoose={(chosen) => void choose(chosen)}
      />
      {act === "move" && party.status === "in_service" && <Swaps store={store} party={party} />}
    </Dialog>
  );
}

/** Parties that sit, to change tables with. */
function Swaps({ store, party }: { readonly store: Store; readonly party: Party }): JSX.Element | null {
  const others = seatedOf(store.stand.value).filter(({ id }) => id !== party.id);
  if (others.length === 0) return null;
  const swap = async (other: Party): Promise<void> => {
    await closeAfter(store, swapParties(store, party, other));
  };
  return (
    <details>
      <summary>{store.say("tables.swap")}</summary>
      <ul class="rows">
        {others.map((other) => (
          <li key={other.id}>
            <button
              type="button"
              class="quiet row-button"
              disabled={store.stale.value}
              onClick={() => void swap(other)}
            >
              <bdi>{store.say("act.swap_with", { name: nameOf(store, other) })}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function WaiterTables({ store, waiter }: { readonly store: Store; readonly waiter: Waiter }): JSX.Element {
  const { bookingId } = waiter;
  useEndOnceSeated(store, waiter.id, bookingId === null ? undefined : store.stand.value.parties.get(bookingId));
  const choose = async (chosen: Chosen): Promise<void> => {
    await closeAfter(store, seatWaiter(store, waiter, chosen));
  };
  return (
    <Dialog store={store} title={<bdi>{store.say("tables.seat", { name: nameOf(store, waiter) })}</bdi>}>
      <TableChoice store={store} size={waiter.size} verb="act.seat_at" onChoose={(chosen) => void choose(chosen)} />
    </Dialog>
  );
}
