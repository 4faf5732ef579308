/** Finds a party of today by name, phone, code or table. */
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { nameOf, tableLine, waitText } from "../live/names.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { findInStand, type Found } from "../state/lists.ts";
import { Field } from "./parts.screen.tsx";

export function FindDialog({ store }: { readonly store: Store }): JSX.Element {
  const { say } = store;
  const [text, setText] = useState("");
  const found = findInStand(store.stand.value, text);
  const open = (one: Found): void => {
    store.dialog.value =
      one.kind === "party" ? { kind: "party", partyId: one.party.id } : { kind: "waiter", waiterId: one.waiter.id };
  };
  return (
    <Dialog store={store} title={say("find.title")} drawer>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (found[0] !== undefined) open(found[0]);
        }}
      >
        <Field label={say("find.field")} name="find" value={text} most={100} onText={setText} autofocus />
      </form>
      {text.trim() !== "" && found.length === 0 && <p role="status">{say("find.none")}</p>}
      <ul class="rows">
        {found.map((one) => (
          <li key={one.kind === "party" ? one.party.id : one.waiter.id}>
            <button type="button" class="row-button" onClick={() => open(one)}>
              <FoundRow store={store} found={one} />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function FoundRow({ store, found }: { readonly store: Store; readonly found: Found }): JSX.Element {
  const { say, formats } = store;
  if (found.kind === "waiter")
    return (
      <>
        <b>
          <bdi>{nameOf(store, found.waiter)}</bdi>
        </b>
        <span>{say("card.guests", { count: found.waiter.size })}</span>
        <span>{say(`status.${found.waiter.status}`)}</span>
        <span>{waitText(store, found.waiter)}</span>
      </>
    );
  const { party } = found;
  return (
    <>
      <b>
        <bdi>{nameOf(store, party)}</bdi>
      </b>
      <span>
        <time>{formats.time(party.startsAt)}</time> · {say("card.guests", { count: party.size })}
      </span>
      <span>{say(`status.${party.status}`)}</span>
      <span>
        <bdi>{tableLine(store, party.unitIds)}</bdi>
      </span>
    </>
  );
}
