/** The sheet of a table without a party. */
import type { JSX } from "preact";
import { callConsole } from "../../screens/calls.screen.ts";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { explain } from "../live/acts.screen.ts";
import { tellDone } from "../live/done.screen.ts";
import { lookText, nameOf, tableLine } from "../live/names.screen.ts";
import { seatParty } from "../live/seat.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { tableActs, type TableAct } from "../state/acts-of.ts";
import type { Block, Party } from "../state/stand-model.ts";
import { expectedAt } from "../state/stand-state.ts";
import { isNamed } from "../state/table-words.ts";
import type { TableNow } from "../state/tables-now.ts";
import { ActButton, Facts } from "./parts.screen.tsx";
import { closeAfter } from "../../screens/screen-store.screen.ts";

interface TableProps {
  readonly store: Store;
  readonly unitId: string;
}

export function TableSheet({ store, unitId }: TableProps): JSX.Element | null {
  const { say, formats } = store;
  const table = store.tables.value.get(unitId);
  if (table === undefined) return null;
  const acts = store.stand.value.settings.readOnly === null ? tableActs(table) : [];
  const { unit, next, block } = table;
  return (
    <Dialog store={store} title={<bdi>{say("card.table", { tables: unit.name, named: isNamed(unit.name) })}</bdi>}>
      <Facts>
        <span class="badge">{lookText(store, table)}</span>
        <span class="badge">{say("look.seats", { count: unit.maxSeats })}</span>
        {block !== null && <span class="badge">{say("block.until", { time: formats.time(block.until) })}</span>}
        {block !== null && block.reason !== null && <bdi>{block.reason}</bdi>}
      </Facts>
      {next !== null && (
        <button
          type="button"
          class="quiet row-button"
          onClick={() => (store.dialog.value = { kind: "party", partyId: next.id })}
        >
          <time>{formats.time(expectedAt(next))}</time>
          <span>
            <b>
              <bdi>{nameOf(store, next)}</bdi>
            </b>{" "}
            · {say("card.guests", { count: next.size })}
          </span>
        </button>
      )}
      <div class="sheet-next">
        {acts.map((act, index) => (
          <TableButton key={act} store={store} table={table} act={act} isNext={index === 0} />
        ))}
      </div>
    </Dialog>
  );
}

interface ButtonProps {
  readonly store: Store;
  readonly table: TableNow;
  readonly act: TableAct;
  readonly isNext: boolean;
}

function TableButton({ store, table, act, isNext }: ButtonProps): JSX.Element | null {
  const { say } = store;
  const { unit, next, block } = table;
  const button = (text: string, onClick: () => void): JSX.Element => (
    <ActButton store={store} look={isNext ? "go" : "quiet"} autofocus={isNext} text={text} onClick={onClick} />
  );
  switch (act) {
    case "seat_next":
      return next === null
        ? null
        : button(say("table.seat", { name: nameOf(store, next) }), () => void seatNext(store, next, unit.id));
    case "walk_in":
      return button(say("act.walk_in"), () => (store.dialog.value = { kind: "walk_in", unitIds: [unit.id] }));
    case "block":
      return button(say("act.block"), () => (store.dialog.value = { kind: "block", unitId: unit.id }));
    case "unblock":
      return block === null ? null : button(say("act.unblock"), () => void unblock(store, block));
    case "complete":
    case "move":
      return null;
  }
}

/** At its own tables; a party of several tables keeps them. */
async function seatNext(store: Store, party: Party, unitId: string): Promise<void> {
  const unitIds = party.unitIds.includes(unitId) ? party.unitIds : [unitId];
  await closeAfter(store, seatParty(store, party, { unitIds, hindrances: [] }));
}

async function unblock(store: Store, block: Block): Promise<boolean> {
  const outcome = await callConsole("DELETE", `/table_blocks/${block.id}`);
  if (!outcome.ok) return explain(store, outcome, () => unblock(store, block));
  store.closeDialog();
  tellDone(store, store.say("done.given_free", { tables: tableLine(store, block.unitIds) }));
  return true;
}
