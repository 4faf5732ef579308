/** The groups that ask for a table: what they write, an answer in words, a booking, or no. */
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { answerGroup, readGroups } from "../live/groups.screen.ts";
import type { Store } from "../live/store.screen.ts";
import type { Group } from "../state/stand-model.ts";
import { LongField } from "./parts.screen.tsx";

interface StoreProps {
  readonly store: Store;
}

export function GroupsDialog({ store }: StoreProps): JSX.Element {
  const { sayGroups: say } = store;
  const [groups, setGroups] = useState<readonly Group[]>();
  const read = (): void => void readGroups(store).then(setGroups);
  useEffect(read, [store.stand.value.groups]);
  return (
    <Dialog store={store} title={say("title")}>
      {groups?.length === 0 && <p class="empty">{say("none")}</p>}
      <ul class="rows groups">
        {groups?.map((group) => (
          <li key={group.id}>
            <GroupRow store={store} group={group} onDone={read} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface RowProps extends StoreProps {
  readonly group: Group;
  readonly onDone: () => void;
}

function GroupRow({ store, group, onDone }: RowProps): JSX.Element {
  const { sayGroups: say } = store;
  const [words, setWords] = useState("");
  const [isSure, setSure] = useState(false);
  const send = (act: "answer" | "decline") => async (): Promise<void> => {
    if (await answerGroup(store, group, act, words.trim())) setWords("");
    setSure(false);
    onDone();
  };
  const name = `${group.firstName} ${group.lastName}`;
  return (
    <section class="group" aria-label={name}>
      <h3>
        <bdi>{name}</bdi> · {say("people", { count: group.size })}
      </h3>
      <p>
        <time>{dayOf(store, group.date)}</time>, <time>{group.from}</time>–<time>{group.until}</time> ·{" "}
        {say(`status.${group.status}`)}
      </p>
      <p class="phone-number">
        <bdi>{group.phone ?? group.email}</bdi>
      </p>
      {group.words !== null && (
        <p>
          {say("words")} <bdi>{group.words}</bdi>
        </p>
      )}
      {group.answer !== null && (
        <p class="soft">
          {say("answered")} <bdi>{group.answer}</bdi>
        </p>
      )}
      <LongField label={say("answer")} name={`answer-${group.id}`} value={words} most={500} onText={setWords} />
      <div class="acts">
        <button type="button" disabled={words.trim() === "" || store.stale.value} onClick={() => void send("answer")()}>
          {say("send")}
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() =>
            (store.dialog.value = {
              kind: "booking",
              name,
              group,
              ...(group.phone === null ? {} : { phone: group.phone }),
            })
          }
        >
          {say("book")}
        </button>
        <button
          type="button"
          class="danger-quiet"
          disabled={store.stale.value}
          onClick={() => (isSure ? void send("decline")() : setSure(true))}
        >
          {say(isSure ? "decline_sure" : "decline")}
        </button>
      </div>
    </section>
  );
}

/** Leads to the groups while some wait for an answer. */
export function GroupsButton({ store }: StoreProps): JSX.Element | null {
  const count = store.stand.value.groups;
  if (count === 0) return null;
  return (
    <button type="button" class="quiet groups-button" onClick={() => (store.dialog.value = { kind: "groups" })}>
      {store.sayGroups("open", { count })}
    </button>
  );
}

/** A local date in words. */
function dayOf({ start }: Store, date: string): string {
  return new Intl.DateTimeFormat(start.locale, { dateStyle: "full", timeZone: "UTC" }).format(Date.parse(date));
}
