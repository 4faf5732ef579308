/** What only locations that Maple itself manages offer (decisions, section 9). Pure. */
import { refuse, type Refusal } from "../kernel/refusal.ts";

/** Refuses at a location whose reservations a provider manages. */
export function refuseProvider(
  location: { readonly booking_mode: "native" | "provider" },
  what: string,
): Refusal<"capability_unsupported"> | undefined {
  if (location.booking_mode === "native") return undefined;
  return refuse("capability_unsupported", `${what} is not possible here: a reservation provider manages this location`);
}
