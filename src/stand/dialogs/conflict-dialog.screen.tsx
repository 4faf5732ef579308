/** What stands in the way of an act: somebody else's change, or a table that is small or reserved. */
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { nameOf, tableLine } from "../live/names.screen.ts";
import type { Store } from "../live/store.screen.ts";
import type { Hindrance } from "../state/fitting-tables.ts";
import type { Party } from "../state/stand-model.ts";
import { differences, type ComparedField } from "../state/what-changed.ts";
import { ActButton } from "./parts.screen.tsx";

interface ConflictProps {
  readonly store: Store;
  /** As it was when the act was sent. */
  readonly seen: Party;
  readonly again: (now: Party) => void;
}

/** Two hosts: says what changed and who did it, and leaves the choice. */
export function ConflictDialog({ store, seen, again }: ConflictProps): JSX.Element {
  const { say } = store;
  const now = store.stand.value.parties.get(seen.id) ?? seen;
  const changed = differences(seen, now);
  const who = now.changedBy.name ?? say(now.changedBy.kind === "guest" ? "who.guest" : "who.other");
  const close = (): void => store.closeDialog();
  return (
    <Dialog store={store} title={<bdi>{say("conflict.title", { who, name: nameOf(store, now) })}</bdi>}>
      <dl class="changes">
        {changed.map(({ field }) => (
          <div key={field}>
            <dt>{say(`field.${field}`)}</dt>
            <dd>
              <s>
                <bdi>{fieldText(store, seen, field)}</bdi>
              </s>{" "}
              <b>
                <bdi>{fieldText(store, now, field)}</bdi>
              </b>
            </dd>
          </div>
        ))}
      </dl>
      <div class="over-foot">
        <ActButton store={store} look="go" autofocus text={say("conflict.keep")} onClick={close} />
        <ActButton
          store={store}
          text={say("conflict.again")}
          onClick={() => {
            close();
            again(now);
          }}
        />
      </div>
    </Dialog>
  );
}

function fieldText(store: Store, party: Party, field: ComparedField): string {
  const { say, formats } = store;
  switch (field) {
    case "status":
      return say(`status.${party.status}`);
    case "size":
      return say("card.guests", { count: party.size });
    case "unitIds":
      return tableLine(store, party.unitIds);
    case "startsAt":
      return formats.time(party.startsAt);
    case "lateUntil":
      return party.lateUntil === null ? "–" : formats.time(party.lateUntil);
    case "notes":
    case "venueNotes":
      return party[field] ?? "–";
  }
}

interface SureProps {
  readonly store: Store;
  readonly hindrances: readonly Hindrance[];
  readonly goOn: () => void;
}

/** Asks before a party sits where there are few seats or somebody else comes soon. */
export function SureDialog({ store, hindrances, goOn }: SureProps): JSX.Element {
  const { say } = store;
  return (
    <Dialog store={store} title={say("sure.title")}>
      <ul class="rows">
        {hindrances.map((each) => (
          <li key={each.kind}>
            <bdi>{hindranceText(store, each)}</bdi>
          </li>
        ))}
      </ul>
      <div class="over-foot">
        <ActButton
          store={store}
          look="go"
          autofocus
          text={say("sure.go")}
          onClick={() => {
            store.closeDialog();
            goOn();
          }}
        />
        <button type="button" class="quiet" onClick={() => store.closeDialog()}>
          {say("act.back")}
        </button>
      </div>
    </Dialog>
  );
}

/** What stands in the way, in a sentence. */
export function hindranceText({ say, formats }: Store, hindrance: Hindrance): string {
  switch (hindrance.kind) {
    case "taken":
      return say("sure.taken");
    case "small":
      return say("sure.small", { count: hindrance.seats });
    case "reserved":
      return say("sure.reserved", {
        name: hindrance.name === "" ? say("card.guest") : hindrance.name,
        time: formats.time(hindrance.at),
      });
  }
}
