/** The hours of a zone in its form: a check box, and a row for each day and time. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { mostRows, rowAfter, type HoursRow, type TypedHours } from "../zone-hours.ts";
import { daysOf, weekOrder } from "./week.screen.ts";
import type { Store } from "./zones-store.screen.ts";

interface HoursProps {
  readonly store: Store;
  readonly hours: TypedHours;
  readonly onType: (hours: TypedHours) => void;
}

export function HoursPart({ store, hours, onType }: HoursProps): JSX.Element {
  const { say } = store;
  const group = useRef<HTMLFieldSetElement>(null);
  const mistake = store.mistakes.value.get("hours");
  const { isOwn, rows, dates } = hours;
  const setRows = (next: readonly HoursRow[]): void => onType({ ...hours, rows: next });
  return (
    <fieldset ref={group} aria-describedby={mistake === undefined ? undefined : "zone-hours-mistake"}>
      <legend>{say("form.hours")}</legend>
      <label class="tick">
        <input
          type="checkbox"
          id="zone-hours"
          checked={isOwn}
          aria-invalid={mistake !== undefined}
          onChange={(event) => {
            const ticked = event.currentTarget.checked;
            onType({ ...hours, isOwn: ticked, rows: ticked && rows.length === 0 ? [rowAfter([])] : rows });
          }}
        />{" "}
        <span>{say("form.hours_own")}</span>
      </label>
      {!isOwn && <p class="hint">{say("form.hours_always")}</p>}
      {isOwn &&
        rows.map((row, index) => (
          <Row
            key={index}
            store={store}
            row={row}
            index={index}
            onType={(changed) => setRows(rows.with(index, changed))}
            onRemove={() => {
              setRows(rows.toSpliced(index, 1));
              group.current?.querySelector<HTMLElement>(".zones-hours-add")?.focus();
            }}
          />
        ))}
      {isOwn && dates.length > 0 && <p class="soft">{say("form.hours_dates", { count: dates.length })}</p>}
      {mistake !== undefined && (
        <p class="mistake" id="zone-hours-mistake">
          {say("mistake.hours")}
        </p>
      )}
      {isOwn && rows.length < mostRows && (
        <button type="button" class="quiet zones-hours-add" onClick={() => setRows([...rows, rowAfter(rows)])}>
          {say("form.hours_add")}
        </button>
      )}
    </fieldset>
  );
}

interface RowProps {
  readonly store: Store;
  readonly row: HoursRow;
  readonly index: number;
  readonly onType: (row: HoursRow) => void;
  readonly onRemove: () => void;
}

function Row({ store, row, index, onType, onRemove }: RowProps): JSX.Element {
  const { say } = store;
  const nameOf = daysOf(store.locale);
  const id = (field: string): string => `zone-hours-${index}-${field}`;
  return (
    <div class="zones-hours" role="group" aria-label={nameOf(row.day)}>
      <div class="field">
        <label for={id("day")}>{say("form.hours_day")}</label>
        <select
          id={id("day")}
          value={String(row.day)}
          onChange={(event) => onType({ ...row, day: Number(event.currentTarget.value) })}
        >
          {weekOrder.map((day) => (
            <option key={day} value={String(day)}>
              {nameOf(day)}
            </option>
          ))}
        </select>
      </div>
      {(["from", "to"] as const).map((side) => (
        <div key={side} class="field">
          <label for={id(side)}>{say(`form.hours_${side}`)}</label>
          <input
            id={id(side)}
            type="time"
            value={row[side]}
            onInput={(event) => onType({ ...row, [side]: event.currentTarget.value })}
          />
        </div>
      ))}
      <button
        type="button"
        class="quiet square"
        aria-label={say("form.hours_remove", { day: nameOf(row.day) })}
        onClick={onRemove}
      >
        <span aria-hidden="true">✕</span>
      </button>
    </div>
  );
}
