/** Another time for a party that is expected. */
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { actOnParty } from "../live/acts.screen.ts";
import { nameOf } from "../live/names.screen.ts";
import type { Start } from "../live/starts.screen.ts";
import type { Store } from "../live/store.screen.ts";
import type { Party } from "../state/stand-model.ts";
import { DateField } from "./parts.screen.tsx";
import { StartChoice, useStarts } from "./starts.screen.tsx";
import { closeAfter } from "../../screens/screen-store.screen.ts";

export function TimeDialog({ store, party }: { readonly store: Store; readonly party: Party }): JSX.Element {
  const { say } = store;
  const [date, setDate] = useState(store.stand.peek().settings.day.date);
  const starts = useStarts(store, { date, size: party.size, partyId: party.id });
  const choose = async ({ token }: Start): Promise<void> => {
    await closeAfter(store, actOnParty(store, party, "change", { slot_token: token }));
  };
  return (
    <Dialog store={store} title={<bdi>{say("time.title", { name: nameOf(store, party) })}</bdi>}>
      <DateField label={say("starts.date")} value={date} onDate={setDate} />
      <StartChoice store={store} starts={starts} onChoose={(start) => void choose(start)} />
    </Dialog>
  );
}
