/** The fields that both sides changed: each with both values, for a choice. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { FieldValue } from "../../shell/merge-three.ts";
import { countCorners, shapeOf, type WireGeometry } from "../shape.ts";
import { typedHoursOf, type WireHours } from "../zone-hours.ts";
import { saveDraft } from "./save-zone.screen.ts";
import { daysOf } from "./week.screen.ts";
import type { Store } from "./zones-store.screen.ts";

export function MeetingPart({ store }: { readonly store: Store }): JSX.Element | null {
  const { say } = store;
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<Readonly<Record<string, "theirs" | "mine">>>({});
  const meeting = store.meeting.value;
  useEffect(() => {
    setChosen({});
    box.current?.focus();
  }, [meeting]);
  if (meeting === undefined) return null;
  const { clashes, who } = meeting;
  const isWhole = clashes.every(({ name }) => chosen[name] !== undefined);
  const save = (): void => {
    const theirs = clashes.filter(({ name }) => chosen[name] === "theirs").map(({ name }) => name);
    void saveDraft(store, new Set(theirs));
  };
  return (
    <div class="notice warn" role="alert" tabIndex={-1} ref={box}>
      <p>
        <b>{say("clash.title")}</b>
      </p>
      <p>
        <bdi>{say("clash.who", { who })}</bdi>
      </p>
      <p>{say("clash.text")}</p>
      {clashes.map(({ name, theirs, mine }) => (
        <fieldset key={name}>
          <legend>{labelOf(store, name)}</legend>
          {(["theirs", "mine"] as const).map((side) => (
            <label key={side} class="tick">
              <input
                type="radio"
                name={`choose-${name}`}
                checked={chosen[name] === side}
                onChange={() => setChosen({ ...chosen, [name]: side })}
              />{" "}
              <span>{say(`clash.${side}`, { value: textOf(store, name, side === "theirs" ? theirs : mine) })}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <button type="button" disabled={!isWhole} onClick={save}>
        {say("form.save")}
      </button>
    </div>
  );
}

function labelOf({ say, draft }: Store, name: string): string {
  const currency = draft.peek()?.typed.currency ?? "";
  switch (name) {
    case "name":
      return say("form.name");
    case "enabled":
      return say("form.enabled");
    case "priority":
      return say("form.priority");
    case "fee":
      return say("form.fee", { currency });
    case "minimum_order":
      return say("form.minimum", { currency });
    case "free_delivery_over":
      return say("form.free_from", { currency });
    case "minutes":
      return say("form.minutes");
    case "hours":
      return say("form.hours");
    case "currency":
      return say("form.currency");
    default:
      return say("form.area");
  }
}

function textOf(store: Store, name: string, value: FieldValue): string {
  const { say, formats, draft } = store;
  if (name === "hours") return value === null ? say("clash.hours_always") : hoursInWords(store, String(value));
  if (value === null) return say("clash.none");
  if (typeof value === "boolean") return say(value ? "clash.yes" : "clash.no");
  if (name === "minutes") {
    const [from = "", to = ""] = String(value).split("-");
    return say("row.minutes", { from, to });
  }
  if (name === "geometry") {
    const shape = shapeOf(JSON.parse(String(value)) as WireGeometry);
    return shape.kind === "circle"
      ? `${say("form.radius")}: ${shape.radius}`
      : say("form.corners", { count: countCorners(shape) });
  }
  const isAmount = ["fee", "minimum_order", "free_delivery_over"].includes(name);
  return isAmount && typeof value === "number"
    ? formats.money(value, draft.peek()?.typed.currency ?? "EUR")
    : String(value);
}

function hoursInWords({ say, locale }: Store, text: string): string {
  const { rows, dates } = typedHoursOf(JSON.parse(text) as WireHours);
  const nameOf = daysOf(locale);
  const all = rows.map(({ day, from, to }) => `${nameOf(day)} ${from}–${to}`);
  return [...all, ...(dates.length === 0 ? [] : [say("form.hours_dates", { count: dates.length })])].join(", ");
}
