/** How the events of the waitlist are caused: a party joins the line, and then what the event tells is done to it. */
import { randomUUID } from "node:crypto";
import type { PartnerInput, Terminal } from "../partner-command.ts";
import { someGuest } from "./booking-recipes.ts";
import { finish, locationsToTry, moveClockBehind, step, StepFailed, textOf, type Recipe } from "./recipe.ts";

export const waitlistRecipes: Readonly<Record<string, Recipe>> = {
  "waitlist_entry.created": (given, terminal) =>
    finish(async () =>
      terminal.call({ method: "GET", path: `/v1/waitlist_entries/${(await join(given, terminal)).id}` }),
    ),
  "waitlist_entry.notified": afterJoining((id) => `/v1/waitlist_entries/${id}/notify`, {}),
  "waitlist_entry.seated": (given, terminal) =>
    finish(async () => {
      const { id } = await join(given, terminal);
      const body = { idempotency_key: randomUUID() };
      return terminal.call({ method: "POST", path: `/v1/waitlist_entries/${id}/seat`, body });
    }),
  "waitlist_entry.removed": afterJoining((id) => `/v1/waitlist_entries/${id}/remove`, {}),
  "waitlist_entry.expired": (given, terminal) =>
    finish(async () => {
      const { id, location } = await join(given, terminal);
      const notified = await step(terminal, "POST", `/v1/waitlist_entries/${id}/notify`, {});
      await moveClockBehind(terminal, location, textOf(notified, "notify_expires_at"), 1);
      return terminal.call({ method: "GET", path: `/v1/waitlist_entries/${id}` });
    }),
};

function afterJoining(path: (id: string) => string, body: unknown): Recipe {
  return (given, terminal) =>
    finish(async () => {
      const { id } = await join(given, terminal);
      return terminal.call({ method: "POST", path: path(id), body });
    });
}

/** A party of two joins the first line that takes it; a closed line is opened. */
async function join(
  given: PartnerInput,
  terminal: Terminal,
): Promise<{ readonly id: string; readonly location: string }> {
  let failed: unknown;
  for (const location of await locationsToTry(given, terminal)) {
    try {
      const { open } = await step(terminal, "GET", `/v1/locations/${location}/waitlist`);
      if (open !== true) await step(terminal, "POST", `/v1/locations/${location}/waitlist/open`);
      const body = { party_size: 2, guest: someGuest(), idempotency_key: randomUUID() };
      const entry = await step(terminal, "POST", `/v1/locations/${location}/waitlist_entries`, body);
      return { id: textOf(entry, "id"), location };
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      failed = error;
    }
  }
  throw failed;
}
