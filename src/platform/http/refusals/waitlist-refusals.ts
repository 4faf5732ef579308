/** Refusals about the waitlist and about texts to guests. */
import type { RefusalKind } from "./refusal-kind.ts";

export const waitlistRefusals = {
  waitlist_closed: {
    status: 409,
    advice: "The venue takes no remote parties now; try again later or come in person.",
    details: ["reason"],
  },
  guest_messaging_unavailable: {
    status: 422,
    advice: "Guest texts are off here; seat or remove the party instead.",
    details: ["reason"],
  },
} as const satisfies Record<string, RefusalKind>;
