/** One table of the plan: its shape, its name, and three short lines that say its state without colour. */
import type { JSX } from "preact";
import { emsOf, linesOn } from "../../floor/plan-lettering.ts";
import type { Box } from "../../floor/plan-view.ts";
import { longHours } from "../../screens/formats.screen.ts";
import { nameOf, partyOf, tableLabel } from "../live/names.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { minutesLeft, wholeMinutes } from "../state/lists.ts";
import { expectedAt } from "../state/stand-state.ts";
import type { StandingTable } from "../state/stand-model.ts";
import { tooFewSeats, type TableNow } from "../state/tables-now.ts";

interface TableProps {
  readonly store: Store;
  readonly unitId: string;
  /** The table has the focus: the plan moves so that it is seen. */
  readonly onFocus: (box: Box) => void;
}

export function PlanTable({ store, unitId, onFocus }: TableProps): JSX.Element | null {
  const standing = store.layout.value.standing.get(unitId);
  const table = store.tables.value.get(unitId);
  if (standing === undefined || table === undefined) return null;
  const show = (): void => showTable(store, table);
  const drag = partyOf(table);
  const few = drag === null ? undefined : tooFewSeats(store.stand.value, drag);
  return (
    <g
      id={`table-${unitId}`}
      class={`table look-${table.look}`}
      transform={`translate(${standing.x} ${standing.y})`}
      role="button"
      tabindex={0}
      data-unit={unitId}
      {...(drag === null ? {} : { "data-drag": `party:${drag.id}` })}
      onClick={show}
      onFocus={() => {
        store.chosenUnit.value = unitId;
        if (drag !== null) store.chosen.value = drag.id;
        onFocus(standing);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        show();
      }}
    >
      <title>{tableLabel(store, table)}</title>
      <g transform={`rotate(${standing.rotation} ${standing.width / 2} ${standing.height / 2})`}>
        <Outline name="top" standing={standing} />
        <Outline name="ring" standing={standing} />
      </g>
      <Lines store={store} table={table} standing={standing} />
      {drag !== null && few !== undefined && <FewSeats standing={standing} text={`${drag.size}/${few}`} />}
    </g>
  );
}

/** A tap on a table opens the party that sits there, else the table. */
export function showTable(store: Store, { unit, sitting }: TableNow): void {
  store.chosenUnit.value = unit.id;
  if (sitting !== null) store.chosen.value = sitting.id;
  store.dialog.value = sitting === null ? { kind: "table", unitId: unit.id } : { kind: "party", partyId: sitting.id };
}

interface OutlineProps {
  /** The table itself, or the ring that shows that it is meant: to show and hide a ring lays nothing out anew. */
  readonly name: "top" | "ring";
  readonly standing: StandingTable;
}

function Outline({ name, standing: { width, height, shape } }: OutlineProps): JSX.Element {
  if (shape === "round") return <ellipse class={name} cx={width / 2} cy={height / 2} rx={width / 2} ry={height / 2} />;
  return <rect class={name} width={width} height={height} rx="14" />;
}

const letters = 26;

/** Guests and seats at the upper corner, where these are too few; the title of the table says it in words. */
function FewSeats({ standing, text }: { readonly standing: StandingTable; readonly text: string }): JSX.Element {
  const { width, height, rotation } = standing;
  const isUpright = Math.abs(Math.sin((rotation * Math.PI) / 180)) > 0.7;
  const [right, up] = isUpright ? [height / 2, width / 2] : [width / 2, height / 2];
  const [wide, high] = [emsOf(text) * letters + 14, letters * 1.35];
  return (
    <g class="table-few" transform={`translate(${width / 2 + right - wide * 0.7} ${height / 2 - up - high * 0.5})`}>
      <rect width={wide} height={high} rx={high / 2} />
      <text font-size={letters} x={wide / 2} y={high * 0.76}>
        {text}
      </text>
    </g>
  );
}

/** The name of the table; who sits or comes; how long or when. */
function Lines({
  store,
  table,
  standing,
}: {
  readonly store: Store;
  readonly table: TableNow;
  readonly standing: StandingTable;
}): JSX.Element {
  const { width, height } = standing;
  const name = store.layout.value.names.get(table.unit.id) ?? table.unit.name;
  const classes = ["table-name", "table-who", "table-when"];
  return (
    <>
      {linesOn(standing, [name, ...linesOf(store, table)]).map(({ text, size, y }, index) => (
        <text key={index} class={classes[index]} font-size={size} x={width / 2} y={height / 2 + y}>
          {text}
        </text>
      ))}
    </>
  );
}

function linesOf(store: Store, { look, unit, sitting, next, block }: TableNow): readonly [string, string] {
  const { formats, minute, say } = store;
  if (sitting !== null) {
    const left = minutesLeft(sitting, minute.value);
    const time = left === undefined ? `+${shortTime(wholeMinutes(minute.value - sitting.endsAt))}` : `${left}′`;
    return [nameOf(store, sitting), look === "over" ? `! ${time}` : `● ${time}`];
  }
  if (look === "blocked") return ["✕", block === null ? "" : formats.time(block.until)];
  if (look === "held") return ["…", ""];
  if ((look === "due" || look === "soon") && next !== null)
    return [nameOf(store, next), `${look === "due" ? "▸" : "◷"} ${formats.time(expectedAt(next))}`];
  return [say("look.seats_short", { count: unit.maxSeats }), next === null ? "" : formats.time(expectedAt(next))];
}

/** "25′" or "3 h", as it fits on a table. */
function shortTime(minutes: number): string {
  const hours = longHours(minutes);
  return hours === undefined ? `${minutes}′` : `${hours} h`;
}
