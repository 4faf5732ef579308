/** The next acts: at most three, each with its one button. */
import type { JSX } from "preact";
import { actOnParty, actOnWaiter } from "../live/acts.screen.ts";
import { isAnnounced, lateText, nameOf, tablesText, tableWords } from "../live/names.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { wholeMinutes } from "../state/lists.ts";
import { sittingAt, type NextThing } from "../state/next-things.ts";
import { expectedAt } from "../state/stand-state.ts";
import { FewSeats, Size } from "./cards.screen.tsx";

interface StoreProps {
  readonly store: Store;
}

export function NextList({ store }: StoreProps): JSX.Element | null {
  const { say } = store;
  const things = store.next.value;
  if (store.stand.value.settings.readOnly !== null) return null;
  return (
    <section class="next" aria-labelledby="next-title">
      <h2 id="next-title">{say("next.title")}</h2>
      {things.length === 0 ? (
        <p class="soft">{say("next.none")}</p>
      ) : (
        <ul>
          {things.map((thing) => (
            <Thing key={idOf(thing)} store={store} thing={thing} />
          ))}
        </ul>
      )}
    </section>
  );
}

function idOf(thing: NextThing): string {
  return "waiter" in thing ? thing.waiter.id : thing.party.id;
}

function Thing({ store, thing }: StoreProps & { readonly thing: NextThing }): JSX.Element {
  const who = "waiter" in thing ? thing.waiter : thing.party;
  const off = store.stale.value || store.busy.value.has(who.id);
  const { text, run, more } = buttonOf(store, thing);
  return (
    <li class={`thing thing-${thing.kind}`}>
      <button
        type="button"
        class="thing-who"
        data-drag={"waiter" in thing ? `waiter:${who.id}` : `party:${who.id}`}
        onClick={more}
      >
        <Size store={store} size={who.size} />
        <span class="who">
          <b>
            <bdi>{nameOf(store, who)}</bdi>
          </b>
          <span>
            <bdi>{whyText(store, thing)}</bdi>
          </span>
          {"party" in thing && <FewSeats store={store} party={thing.party} />}
        </span>
      </button>
      {/* What a button says while a finger is on it is what it does: another act is another button. */}
      <button key={text} type="button" class="go" disabled={off} onClick={run}>
        {text}
      </button>
    </li>
  );
}

/** Why the thing is to be done now. */
function whyText(store: Store, thing: NextThing): string {
  const { say, formats, minute } = store;
  switch (thing.kind) {
    case "come":
      return say("next.come");
    case "seat_waiter":
      return say("next.seat_waiter", tableWords(store, thing.unitIds));
    case "seat":
      return say(isAnnounced(store, thing.party) ? "next.seat_late" : "next.seat", {
        time: formats.time(expectedAt(thing.party)),
        ...tableWords(store, thing.party.unitIds),
      });
    case "blocked": {
      const sitting = sittingAt(store.stand.value, thing.party.unitIds);
      const name = sitting === undefined ? say("look.blocked") : nameOf(store, sitting);
      return say("next.blocked", { ...tableWords(store, thing.party.unitIds), name });
    }
    case "missing":
      return lateText(store, wholeMinutes(minute.value - expectedAt(thing.party)));
  }
}

interface ThingButton {
  readonly text: string;
  readonly run: () => void;
  /** Opens the whole sheet. */
  readonly more: () => void;
}

function buttonOf(store: Store, thing: NextThing): ThingButton {
  const { say, dialog } = store;
  if ("waiter" in thing) {
    const { waiter, unitIds } = thing;
    const more = (): void => void (dialog.value = { kind: "waiter", waiterId: waiter.id });
    if (unitIds.length === 0) {
      const run = (): void => void (dialog.value = { kind: "seat_waiter", waiterId: waiter.id });
      return { text: say("act.seat"), run, more };
    }
    const text = say("act.seat_at", { tables: tablesText(store, unitIds) });
    return { text, run: () => void actOnWaiter(store, waiter, "seat", { unit_ids: unitIds }), more };
  }
  const { party } = thing;
  const more = (): void => void (dialog.value = { kind: "party", partyId: party.id });
  if (thing.kind === "seat")
    return { text: say("act.seat"), run: () => void actOnParty(store, party, "seat", {}), more };
  if (thing.kind === "missing") return { text: say("next.decide"), run: more, more };
  const run = (): void => void (dialog.value = { kind: "seat", partyId: party.id });
  return { text: say("act.other_table"), run, more };
}
