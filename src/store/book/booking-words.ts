/** Refusals and states in words for a guest, with the next step. Pure. */
import type { Booking, BookingStatus } from "../../bookings/book/booking.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { html, type Part } from "../../pages/html.ts";
import type { ChannelChoice } from "../../messaging/queue/choose-channel.command.ts";
import type { MessageChannel } from "../../messaging/message/message-kinds.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak, type Parts } from "../../words/speak.ts";

/** A refusal as a guest may see it: nothing in it names another booking than theirs. */
export function forGuest<Code extends string>(refusal: Refusal<Code>): Refusal<Code> {
  if (refusal.code === "overlapping_booking")
    return refuse(refusal.code, "this phone number has a booking here at an overlapping time already");
  if (refusal.code === "hold_consumed") return refuse(refusal.code, "the hold has become a booking");
  return refusal;
}

/** What is said above the form when a step was refused. */
export function problemWords(refusal: Refusal, reader: Reader): string {
  return speak(reader.language, "booking", reader.locale)(problemKey(refusal));
}

type ProblemKey = Extract<keyof Parts["booking"], `problem.${string}`>;

const problems: Readonly<Record<string, ProblemKey>> = {
  slot_unavailable: "problem.slot_unavailable",
  expired_slot_token: "problem.stale_slot",
  invalid_slot_token: "problem.stale_slot",
  hold_expired: "problem.hold_over",
  hold_consumed: "problem.hold_over",
  guest_contact_required: "problem.guest_contact_required",
  hold_limit_reached: "problem.hold_limit_reached",
  rate_limited: "problem.hold_limit_reached",
  payment_instrument_required: "problem.payment_instrument_required",
  overlapping_booking: "problem.overlapping_booking",
  stale_version: "problem.stale_version",
  large_party_inquiry_required: "problem.large_party",
  party_size_out_of_bounds: "problem.large_party",
  date_blocked: "problem.date_blocked",
  provider_rejected: "problem.provider_rejected",
  provider_unreachable: "problem.provider_unreachable",
  operation_in_progress: "problem.operation_in_progress",
  capability_unsupported: "problem.capability_unsupported",
};

function problemKey({ code, details }: Refusal): ProblemKey {
  const reason = details?.["reason"];
  if (code === "outside_booking_window") return reason === "inside_min_lead" ? "problem.too_soon" : "problem.too_far";
  if (code !== "not_changeable" && code !== "not_cancellable") return problems[code] ?? "problem.other";
  if (reason === "outside_policy_window")
    return code === "not_changeable" ? "problem.late.change" : "problem.late.cancel";
  if (reason === "payment_due")
    return code === "not_changeable" ? "problem.pay_first.change" : "problem.pay_first.cancel";
  return reason === "in_service" ? "problem.seated" : "problem.closed";
}

export interface StatusWords {
  readonly title: string;
  readonly badge: string;
  readonly tone: "good" | "warn" | "bad";
  readonly text: Part;
}

const tones: Readonly<Record<BookingStatus, StatusWords["tone"]>> = {
  pending: "warn",
  confirmed: "good",
  in_service: "good",
  completed: "good",
  no_show: "bad",
  cancelled_by_guest: "bad",
  cancelled_by_venue: "bad",
  declined: "bad",
};

/** Says of a booking that its time has passed. */
export function overWords({ language, locale }: Reader): StatusWords {
  const say = speak(language, "visit", locale);
  return {
    title: say("status.over.title"),
    badge: say("status.over.badge"),
    tone: "warn",
    text: say("status.over.text"),
  };
}

/** A booking's state; the restaurant's own reason stands as it was written. */
export function statusWords({ status, party_size: count, cancellation }: Booking, reader: Reader): StatusWords {
  const say = speak(reader.language, "visit", reader.locale);
  const reason = status === "cancelled_by_venue" ? (cancellation?.reason ?? null) : null;
  const text = status === "confirmed" ? say("status.confirmed.text", { count }) : say(`status.${status}.text`);
  return {
    title: say(`status.${status}.title`),
    badge: say(`status.${status}.badge`),
    tone: tones[status],
    text: reason === null ? text : html`<bdi>${reason}</bdi>`,
  };
}

/** How a guest can be told of a booking, in the sentences that are kept as consent; none where nobody writes to guests. */
export function choicesOf(channels: readonly MessageChannel[], reader: Reader): readonly ChannelChoice[] {
  const say = speak(reader.language, "booking", reader.locale);
  if (channels.length === 0) return [];
  return ([...channels, "page"] as const).map((channel) => ({ channel, sentence: say(`tell.${channel}`) }));
}
