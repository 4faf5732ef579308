/** The topics that the people of a location follow live. The face of each topic says how its resources are shown. Pure. */

/** Orders and bookings change one by one; the waitlist, the floor (holds and blocks) and the settings as wholes. */
export const liveTopics = ["orders", "bookings", "waitlist", "floor", "settings"] as const;
export type LiveTopic = (typeof liveTopics)[number];

/** One numbered change: which resource of which topic is to be shown anew. */
export interface LiveChange {
  readonly sequence: number;
  readonly topic: LiveTopic;
  readonly resource_id: string;
}

/** The latest change of each resource, in the order of their numbers: who shows whole resources needs no other. */
export function latestOfEach(changes: readonly LiveChange[]): readonly LiveChange[] {
  const latest = new Map<string, LiveChange>();
  for (const change of changes) {
    const key = `${change.topic} ${change.resource_id}`;
    latest.delete(key);
    latest.set(key, change);
  }
  return [...latest.values()];
}
