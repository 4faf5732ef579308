/** Causes the events of the waitlist: a party joins the line, and then the act that the event tells of is done. */
import { anywhere, moveClockBehind, textOf, type Recipe, type Scene } from "./recipe.ts";

export const waitlistRecipes: Readonly<Record<string, Recipe>> = {
  "waitlist_entry.created": async (scene) => (await join(scene)).id,
  "waitlist_entry.notified": afterJoining("notify"),
  "waitlist_entry.seated": afterJoining("seat"),
  "waitlist_entry.removed": afterJoining("remove"),
  "waitlist_entry.expired": async (scene) => {
    const { id, location } = await join(scene);
    const notified = await scene.play("POST", `/v1/waitlist_entries/${id}/notify`, {});
    await moveClockBehind(scene, location, textOf(notified, "notify_expires_at"), 1);
    return id;
  },
};

function afterJoining(act: "notify" | "seat" | "remove"): Recipe {
  return async (scene) => {
    const { id } = await join(scene);
    await scene.play(
      "POST",
      `/v1/waitlist_entries/${id}/${act}`,
      act === "seat" ? { idempotency_key: scene.newKey() } : {},
    );
    return id;
  };
}

/** A party of two joins the first line that takes it; a closed line is opened. */
function join(scene: Scene) {
  const { play } = scene;
  return anywhere(scene, async (location) => {
    const { open } = await play("GET", `/v1/locations/${location}/waitlist`);
    if (open !== true) await play("POST", `/v1/locations/${location}/waitlist/open`);
    const body = { party_size: 2, guest: scene.newGuest(), idempotency_key: scene.newKey() };
    const entry = await play("POST", `/v1/locations/${location}/waitlist_entries`, body);
    return { id: textOf(entry, "id"), location };
  });
}
