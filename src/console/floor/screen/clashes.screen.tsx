/** The tables that two managers moved at the same time: both positions, for a choice (rules/console 1.4). */
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { positionText } from "./items.screen.ts";
import { choosePositionsAndSave } from "./save.screen.ts";
import { nameOf, type Store } from "./store.screen.ts";

export function Clashes({ store }: { readonly store: Store }): JSX.Element | null {
  const { say } = store;
  const clashes = store.clashes.value;
  const notice = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => notice.current?.focus(), [clashes]);
  if (clashes.length === 0) return null;
  return (
    <form
      ref={notice}
      class="notice warn"
      tabIndex={-1}
      aria-labelledby="floor-clash"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const mine = clashes.filter(({ unitId }) => form.get(unitId) === "mine").map(({ unitId }) => unitId);
        void choosePositionsAndSave(store, new Set(mine));
      }}
    >
      <p id="floor-clash">
        <b>{say("clash.title")}</b>
      </p>
      <p>
        <bdi>{store.metBy.value}</bdi>
      </p>
      <p>{say("clash.text")}</p>
      {clashes.map(({ unitId, theirs, mine }) => (
        <fieldset key={unitId}>
          <legend>
            <bdi>{nameOf(store, unitId)}</bdi>
          </legend>
          {(["theirs", "mine"] as const).map((side) => (
            <label key={side} class="tick">
              <input type="radio" name={unitId} value={side} required />{" "}
              <span>{say(`clash.${side}`, { place: positionText(store, side === "mine" ? mine : theirs) })}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <p>
        <button type="submit">{say("clash.submit")}</button>
      </p>
    </form>
  );
}
