/** What a stream is told: changes as the resources are now, and the changes that it missed. */
import type { Id } from "../kernel/id.ts";
import type { Db } from "../platform/postgres/tx.ts";
import { listChangesSince } from "./live-changes.sql.ts";
import type { Following, LiveMessage, ShowResources } from "./live-feed.ts";
import { latestOfEach, type LiveChange, type LiveTopic } from "./live-topics.ts";

/** The changes that a stream can resume over. */
const mostResumed = 5_000;

/** The changes as they are told: each resource once, as it is now. */
export async function messagesOf(
  show: ShowResources,
  id: Id<"str">,
  changes: readonly LiveChange[],
): Promise<readonly LiveMessage[]> {
  const latest = latestOfEach(changes);
  const shown = new Map<LiveTopic, ReadonlyMap<string, unknown>>();
  for (const topic of new Set(latest.map((change) => change.topic))) {
    const ids = latest.filter((change) => change.topic === topic).map(({ resource_id }) => resource_id);
    shown.set(topic, await show(id, topic, ids));
  }
  return latest.flatMap(({ sequence, topic, resource_id }) => {
    const resource = shown.get(topic)?.get(resource_id);
    return resource === undefined ? [] : [{ object: "change" as const, sequence, topic, resource }];
  });
}

/** What lies between the known number and the present one, or that it is no longer kept. */
export async function resume(
  db: Db,
  show: ShowResources,
  { locationId, after }: Following,
  sequence: number,
): Promise<readonly LiveMessage[]> {
  if (after === undefined || after === sequence) return [];
  const missed = after > sequence ? [] : await listChangesSince(db, locationId, after, mostResumed + 1);
  const isWhole = missed[0]?.sequence === after + 1 && missed.length <= mostResumed;
  return isWhole ? messagesOf(show, locationId, missed) : [{ object: "reset", sequence }];
}
