/** Causes the events of the waitlist: a party joins the line, and then the act that the event tells of is done. */
import type { Id } from "../../kernel/id.ts";
import { anywhere, moveClockBehind, searchTables, StepRefused, textOf, type Recipe, type Scene } from "./recipe.ts";

export const waitlistRecipes: Readonly<Record<string, Recipe>> = {
  "waitlist_entry.created": async (scene) => (await join(scene)).id,
  "waitlist_entry.notified": afterJoining("notify"),
  "waitlist_entry.seated": seatParty,
  "waitlist_entry.removed": afterJoining("remove"),
  "waitlist_entry.expired": async (scene) => {
    const { id, location } = await join(scene);
    const notified = await scene.play("POST", `/v1/waitlist_entries/${id}/notify`, {});
    await moveClockBehind(scene, location, textOf(notified, "notify_expires_at"), 1);
    return id;
  },
};

function afterJoining(act: "notify" | "remove"): Recipe {
  return async (scene) => {
    const { id } = await join(scene);
    await scene.play("POST", `/v1/waitlist_entries/${id}/${act}`, {});
    return id;
  };
}

/**
 * Seats a party of the line. Where no table is free, the party is taken off the line, and another is seated at the spare
 * location, whose clock may move (rules/ordering 15.7).
 */
async function seatParty(scene: Scene): Promise<string> {
  const { id } = await join(scene);
  try {
    return await seat(scene, id);
  } catch (error) {
    if (!(error instanceof StepRefused)) throw error;
    await scene.play("POST", `/v1/waitlist_entries/${id}/remove`, {});
    if (scene.isPlaceNamed) throw error;
  }
  const location = await scene.depositLocation();
  const [first] = await searchTables(scene, location);
  if (first === undefined) throw new StepRefused("slot_unavailable", "the spare location has no free table");
  await moveClockBehind(scene, location, textOf(first, "starts_at"), 0);
  return seat(scene, (await joinAt(scene, location)).id);
}

async function seat({ play, newKey }: Scene, id: string): Promise<string> {
  await play("POST", `/v1/waitlist_entries/${id}/seat`, { idempotency_key: newKey() });
  return id;
}

/** A party joins the first line that takes it. */
function join(scene: Scene) {
  return anywhere(scene, (location) => joinAt(scene, location));
}

/** A party of two joins the line of the location; a closed line is opened. */
async function joinAt({ play, newGuest, newKey }: Scene, location: Id<"str">) {
  const { open } = await play("GET", `/v1/locations/${location}/waitlist`);
  if (open !== true) await play("POST", `/v1/locations/${location}/waitlist/open`);
  const body = { party_size: 2, guest: newGuest(), idempotency_key: newKey() };
  const entry = await play("POST", `/v1/locations/${location}/waitlist_entries`, body);
  return { id: textOf(entry, "id"), location };
}
