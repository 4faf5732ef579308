/** The sheet of a party in the line. */
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { actOnWaiter } from "../live/acts.screen.ts";
import { nameOf, tablesText, waitText } from "../live/names.screen.ts";
import { seatWaiter } from "../live/seat.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { waiterActs, type WaiterAct } from "../state/acts-of.ts";
import { fittingTables } from "../state/fitting-tables.ts";
import type { Waiter } from "../state/stand-model.ts";
import { inLine } from "../state/stand-state.ts";
import { ActButton, Facts } from "./parts.screen.tsx";
import { Contact, Notes } from "./party-sheet.screen.tsx";
import { closeAfter } from "../../screens/screen-store.screen.ts";

interface SheetProps {
  readonly store: Store;
  readonly waiter: Waiter;
}

export function WaiterSheet({ store, waiter }: SheetProps): JSX.Element {
  const { say, formats } = store;
  const { parties, settings } = store.stand.value;
  const look = { nowMs: store.minute.value, writes: settings.writesToGuests, parties };
  const acts = settings.readOnly === null ? waiterActs(waiter, look) : [];
  return (
    <Dialog
      store={store}
      title={
        <>
          <bdi>{nameOf(store, waiter)}</bdi> · {say("card.guests", { count: waiter.size })}
        </>
      }
    >
      <Facts>
        <span class="badge">{say(`status.${waiter.status}`)}</span>
        <span class="badge">{waitText(store, waiter)}</span>
        <span class="badge">{say("card.quoted", { min: waiter.quoted.min, max: waiter.quoted.max })}</span>
        {waiter.notifiedAt !== null && (
          <span class="badge">{say("card.told", { time: formats.time(waiter.notifiedAt) })}</span>
        )}
        {waiter.onMyWay && <span class="badge">{say("card.on_my_way")}</span>}
      </Facts>
      <Contact store={store} phone={waiter.phone} />
      <Notes store={store} title={say("notes.guest")} text={waiter.notes} />
      <NextAct store={store} waiter={waiter} acts={acts} />
      <div class="sheet-acts">
        {acts.slice(1).map((act) => (
          <WaiterButton key={act} store={store} waiter={waiter} act={act} />
        ))}
      </div>
    </Dialog>
  );
}

/** Seating at the table that fits best; where none does, telling comes later and the tables are chosen by hand. */
function NextAct({ store, waiter, acts }: SheetProps & { readonly acts: readonly WaiterAct[] }): JSX.Element | null {
  const { say } = store;
  const off = store.busy.value.has(waiter.id);
  if (acts[0] === "undo") {
    const undo = async (): Promise<void> => {
      await closeAfter(store, actOnWaiter(store, waiter, "undo", {}));
    };
    return (
      <div class="sheet-next">
        <ActButton store={store} look="go" autofocus off={off} text={say("act.undo")} onClick={() => void undo()} />
      </div>
    );
  }
  if (acts[0] !== "seat") return null;
  const choose = (): void => void (store.dialog.value = { kind: "seat_waiter", waiterId: waiter.id });
  const fit = fittingTables(store.stand.value, store.tables.value, waiter, store.minute.value)[0];
  if (fit === undefined)
    return (
      <div class="sheet-next">
        <ActButton store={store} look="go" autofocus off={off} text={say("act.seat")} onClick={choose} />
      </div>
    );
  const seat = async (): Promise<void> => {
    await closeAfter(store, seatWaiter(store, waiter, { unitIds: fit.unitIds, hindrances: [] }));
  };
  const text = say("act.seat_at", { tables: tablesText(store, fit.unitIds) });
  return (
    <div class="sheet-next">
      <ActButton store={store} look="go" autofocus off={off} text={text} onClick={() => void seat()} />
      <ActButton store={store} off={off} text={say("act.other_table")} onClick={choose} />
    </div>
  );
}

function WaiterButton({ store, waiter, act }: SheetProps & { readonly act: WaiterAct }): JSX.Element {
  const { say } = store;
  const line = inLine(store.stand.value);
  const index = line.findIndex(({ id }) => id === waiter.id);
  const isEdge = (act === "up" && index <= 0) || (act === "down" && index === line.length - 1);
  const off = store.busy.value.has(waiter.id) || isEdge;
  const look = act === "remove" ? "danger-quiet" : "quiet";
  return (
    <ActButton
      store={store}
      look={look}
      off={off}
      text={say(`act.${act}`)}
      onClick={() => runAct(store, waiter, act)}
    />
  );
}

const dialogs = {
  notify: "notify",
  size: "waiter_size",
  quote: "quote",
  notes: "waiter_notes",
  remove: "remove",
  seat: "seat_waiter",
} as const;

function runAct(store: Store, waiter: Waiter, act: WaiterAct): void {
  if (act === "up" || act === "down") {
    const line = inLine(store.stand.peek());
    const index = line.findIndex(({ id }) => id === waiter.id);
    const before = act === "up" ? line[index - 1] : line[index + 2];
    void actOnWaiter(store, waiter, "", { before: before?.id ?? null }, "PATCH");
  } else if (act !== "undo") store.dialog.value = { kind: dialogs[act], waiterId: waiter.id };
}
