/** Finds guests of earlier days, and reads and writes the notes about them. */
import type { GuestWire } from "../../console/stand/stand-guests.schemas.ts";
import { callConsole } from "../../screens/calls.screen.ts";
import type { Party } from "../state/stand-model.ts";
import { askWhose, explain } from "./acts.screen.ts";
import type { Store } from "./store.screen.ts";

/** The guests that a text may mean, who was expected last first; undefined where the stand has said why nobody was looked for. */
export async function searchGuests(store: Store, text: string): Promise<readonly GuestWire[] | undefined> {
  const { locationId } = store.stand.peek().settings;
  const path = `/locations/${locationId}/guests?q=${encodeURIComponent(text)}`;
  const answer = await callConsole("GET", path);
  if (answer.ok) return (answer.body as { readonly data: readonly GuestWire[] }).data;
  return (await explain(store, answer, () => true)) ? searchGuests(store, text) : undefined;
}

/** The guest of a phone number, else of an e-mail address; null where nothing is known. */
export async function findGuest(
  store: Store,
  { phone, email }: Pick<Party, "phone" | "email">,
): Promise<GuestWire | null> {
  const wanted = phone ?? email;
  const found = wanted === null ? [] : await searchGuests(store, wanted);
  return found?.find((guest) => (phone === null ? guest.email === email : guest.phone === phone)) ?? null;
}

/** What a host has written down; what is absent stays as it is. */
export interface GuestNotes {
  readonly note?: string | null;
  readonly tags?: GuestWire["tags"];
  readonly guest_agreed?: boolean;
}

/** Saves what was noted over what was seen. True when the server took the note; else the stand has said why not. */
export async function noteOnGuest(store: Store, name: string, seen: GuestWire, notes: GuestNotes): Promise<boolean> {
  const { locationId } = store.stand.peek().settings;
  const body = { expected_version: seen.version, ...notes };
  const answer = await callConsole("PATCH", `/locations/${locationId}/guests/${seen.key}`, body);
  if (answer.ok) return true;
  const again = (): Promise<boolean> => noteOnGuest(store, name, seen, notes);
  if (answer.why !== "refused" || answer.code !== "stale_version") return explain(store, answer, again);
  const now = await findGuest(store, seen);
  if (now === null) return explain(store, answer);
  return askWhose(store, { kind: "guest", name, seen, now }, () => void noteOnGuest(store, name, now, notes));
}
