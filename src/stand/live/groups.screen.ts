/** Reads and answers the groups that ask for a table. */
import type { GroupRequestWire } from "../../console/stand/stand-groups.schemas.ts";
import { callConsole } from "../../screens/calls.screen.ts";
import { failed } from "../../screens/screen-store.screen.ts";
import type { Group } from "../state/stand-model.ts";
import { explain } from "./acts.screen.ts";
import { tellDone } from "./done.screen.ts";
import type { Store } from "./store.screen.ts";

/** The groups of the location by their day; none where they cannot be read, and then the stand says why. */
export async function readGroups(store: Store): Promise<readonly Group[]> {
  const path = `/locations/${store.stand.peek().settings.locationId}/group_requests`;
  const outcome = await callConsole("GET", path);
  if (!outcome.ok) return (await explain(store, outcome, () => true)) ? readGroups(store) : [];
  return (outcome.body as { readonly data: readonly GroupRequestWire[] }).data.map(groupOf);
}

function groupOf(wire: GroupRequestWire): Group {
  const { id, version, status, date, party_size: size, guest, words, answer } = wire;
  return {
    id,
    version,
    status: status === "answered" ? "answered" : "new",
    date,
    from: wire.from_time,
    until: wire.until_time,
    size,
    firstName: guest.first_name,
    lastName: guest.last_name,
    phone: guest.phone,
    email: guest.email,
    words,
    answer,
  };
}

/** Answers in words, or declines. True when the server took the answer. */
export async function answerGroup(
  store: Store,
  group: Group,
  act: "answer" | "decline",
  words: string,
): Promise<boolean> {
  const { id, version } = group;
  const body = { expected_version: version, ...(words === "" ? {} : { words }) };
  const outcome = await callConsole("POST", `/group_requests/${id}/${act}`, body);
  if (outcome.ok) {
    tellDone(store, store.sayGroups(`done.${act}`));
    return true;
  }
  if (outcome.why === "refused" && (outcome.code === "stale_version" || outcome.code === "illegal_transition"))
    return failed(store, store.sayGroups("changed"));
  return explain(store, outcome, () => answerGroup(store, group, act, words));
}
