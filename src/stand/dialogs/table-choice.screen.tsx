/** The choice of tables: those that fit first, the smallest at the top; any others by hand. */
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { lookText, tablesText } from "../live/names.screen.ts";
import { isOfToday } from "../live/parties.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { fittingTables, hindrancesAt, type Hindrance } from "../state/fitting-tables.ts";
import { moveHindrances, movingTables } from "../state/moving-tables.ts";
import { standOn } from "../state/other-days.ts";
import type { Party } from "../state/stand-model.ts";
import type { StandState } from "../state/stand-state.ts";
import { tablesNow, type TableNow } from "../state/tables-now.ts";
import { ActButton } from "./parts.screen.tsx";
import { hindranceText } from "./sure-dialog.screen.tsx";

export interface Chosen {
  readonly unitIds: readonly string[];
  readonly hindrances: readonly Hindrance[];
}

interface ChoiceProps {
  readonly store: Store;
  readonly size: number;
  readonly partyId?: string;
  /** The party is moved: tables are judged for its own time. */
  readonly moving?: Party;
  /** What the buttons say: "Seat at T4". */
  readonly verb: "act.seat_at" | "act.move_to";
  /** Tables that were tapped before. */
  readonly begun?: readonly string[];
  readonly onChoose: (chosen: Chosen) => void;
}

const mostProposed = 4;
/** As many as the server joins for one party. */
const mostTables = 6;

export function TableChoice({ store, size, partyId, moving, verb, begun = [], onChoose }: ChoiceProps): JSX.Element {
  const { say } = store;
  const [picked, setPicked] = useState<readonly string[]>(begun);
  const [isByHand, setByHand] = useState(begun.length > 0);
  const guests = { size, ...(partyId === undefined ? {} : { partyId }) };
  const minute = store.minute.value;
  const { stand, tables } = moving !== undefined && !isOfToday(store, moving) ? onItsDay(store, moving) : now(store);
  const fits = moving ? movingTables(stand, moving, minute) : fittingTables(stand, tables, guests, minute);
  const found = moving
    ? moveHindrances(stand, moving, picked, minute)
    : hindrancesAt(stand, tables, { ...guests, unitIds: picked }, minute);
  const isTaken = found.some(({ kind }) => kind === "taken");
  const pick = (id: string): void =>
    setPicked(picked.includes(id) ? picked.filter((each) => each !== id) : [...picked, id].slice(-mostTables));
  return (
    <>
      {!isByHand && fits.length === 0 && <p role="status">{say("tables.none")}</p>}
      {!isByHand && (
        <ul class="choices-grid">
          {fits.slice(0, mostProposed).map(({ unitIds, seats }, index) => (
            <li key={unitIds.join(" ")}>
              <button
                type="button"
                class={index === 0 ? "big go" : "big quiet"}
                autofocus={index === 0}
                disabled={store.stale.value}
                onClick={() => onChoose({ unitIds, hindrances: [] })}
              >
                <b>
                  <bdi>{say(verb, { tables: tablesText(store, unitIds) })}</bdi>
                </b>
                <span>{say("look.seats", { count: seats })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isByHand ? (
        <>
          <ByHand store={store} tables={tables} picked={picked} pick={pick} />
          <p role="status" class="soft">
            {picked.length === 0 ? say("tables.pick") : found.map((each) => hindranceText(store, each)).join(" ")}
          </p>
          <ActButton
            store={store}
            look="go"
            off={picked.length === 0 || isTaken}
            text={picked.length === 0 ? say("tables.pick") : say(verb, { tables: tablesText(store, picked) })}
            onClick={() => onChoose({ unitIds: picked, hindrances: found })}
          />
        </>
      ) : (
        <button type="button" class="quiet" onClick={() => setByHand(true)}>
          {say("tables.by_hand")}
        </button>
      )}
    </>
  );
}

interface Judged {
  readonly stand: StandState;
  readonly tables: ReadonlyMap<string, TableNow>;
}

function now({ stand, tables }: Store): Judged {
  return { stand: stand.value, tables: tables.value };
}

/** The tables at the start of a party of another day. */
function onItsDay({ stand, otherDay }: Store, { startsAt }: Party): Judged {
  const there = standOn(stand.value, otherDay.value);
  return { stand: there, tables: tablesNow(there, startsAt) };
}

interface ByHandProps {
  readonly store: Store;
  /** What each is doing; now where it is absent. */
  readonly tables?: ReadonlyMap<string, TableNow>;
  readonly picked: readonly string[];
  readonly pick: (id: string) => void;
}

/** Every table; a pressed one is picked. */
export function ByHand({ store, tables = store.tables.value, picked, pick }: ByHandProps): JSX.Element {
  const { areas, units } = store.stand.value.settings;
  return (
    <>
      {areas.map(({ id, name }) => (
        <fieldset key={id} class="hand">
          <legend>
            <bdi>{name}</bdi>
          </legend>
          {units
            .filter(({ areaId }) => areaId === id)
            .map((unit) => {
              const table = tables.get(unit.id);
              const look = table?.look ?? "free";
              return (
                <button
                  key={unit.id}
                  type="button"
                  class={`quiet look-${look}`}
                  aria-pressed={picked.includes(unit.id)}
                  aria-label={store.say("tables.label", {
                    table: unit.name,
                    look: table === undefined ? "" : lookText(store, table),
                  })}
                  onClick={() => pick(unit.id)}
                >
                  <bdi>{unit.name}</bdi> <span class="small">{unit.maxSeats}</span>
                </button>
              );
            })}
        </fieldset>
      ))}
    </>
  );
}
