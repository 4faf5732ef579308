/** What a guest is told: refusals and states in words that say what to do next. Pure. */
import type { Booking, BookingStatus } from "../../bookings/book/booking.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { counted } from "../../pages/page-formats.ts";

/** English as it is written in a country: 24 hours or 12, day before month or after. */
export function languageOf(country: string | null): string {
  return country !== null && /^[A-Za-z]{2}$/.test(country) ? `en-${country.toUpperCase()}` : "en";
}

/** A refusal as a guest may see it: nothing in it names another booking than theirs. */
export function forGuest<Code extends string>(refusal: Refusal<Code>): Refusal<Code> {
  if (refusal.code === "overlapping_booking")
    return refuse(refusal.code, "this phone number has a booking here at an overlapping time already");
  if (refusal.code === "hold_consumed") return refuse(refusal.code, "the hold has become a booking");
  return refusal;
}

/** What is said above the form when a step was refused. */
export function problemWords({ code, details }: Refusal): string {
  switch (code) {
    case "slot_unavailable":
      return "Somebody was a moment faster: that table has just gone. Choose another time.";
    case "expired_slot_token":
    case "invalid_slot_token":
      return "These times were a little old, so here are the ones that are free now. Choose again.";
    case "hold_expired":
    case "hold_consumed":
      return "The table is no longer held for you. Choose a time again.";
    case "guest_contact_required":
      return "The restaurant needs a way to reach you: complete the phone number or the e-mail address.";
    case "hold_limit_reached":
    case "rate_limited":
      return "A lot of tables have been held from your connection. Finish one booking, or wait a few minutes.";
    case "payment_instrument_required":
      return "This is paid in advance, which cannot be done here. Call the restaurant.";
    case "overlapping_booking":
      return "This phone number already has a booking here around that time. Open that booking by its link to change it, or call the restaurant.";
    case "outside_booking_window":
      return details?.["reason"] === "inside_min_lead"
        ? "That is too soon to book online. Choose a later time, or call the restaurant."
        : "That is further ahead than can be booked online. Choose an earlier day.";
    case "not_changeable":
      return closedWords(details, "changed");
    case "not_cancellable":
      return closedWords(details, "cancelled");
    case "stale_version":
      return "The booking has changed since you opened this page. Look at it as it is now and try again.";
    case "large_party_inquiry_required":
    case "party_size_out_of_bounds":
      return "A party of this size is agreed with the restaurant directly. Call them.";
    case "date_blocked":
      return "The restaurant takes no reservations then. Choose another day.";
    case "provider_rejected":
      return "The restaurant’s booking system said no, and nothing was changed. Choose another time, or call the restaurant.";
    case "provider_unreachable":
      return "The restaurant’s booking system does not answer right now. Send the form again in a moment: the same form is carried out once. Or call the restaurant.";
    case "operation_in_progress":
      return "The restaurant’s booking system is still working on your last request. Wait a moment, then load the page again.";
    case "capability_unsupported":
      return "The restaurant’s booking system cannot do this. Call the restaurant.";
    default:
      return "The restaurant takes no reservations here right now. Call them.";
  }
}

function closedWords(details: Refusal["details"], done: "changed" | "cancelled"): string {
  switch (details?.["reason"]) {
    case "outside_policy_window":
      return `It is too close to the time to be ${done} online. Call the restaurant.`;
    case "payment_due":
      return `Pay first, then the booking can be ${done}.`;
    case "in_service":
      return `Your party is seated, so the booking can no longer be ${done}.`;
    default:
      return `The booking is over and can no longer be ${done}.`;
  }
}

export interface StatusWords {
  readonly title: string;
  readonly badge: string;
  readonly tone: "good" | "warn" | "bad";
  readonly text: string;
}

/** A booking's state. */
export function statusWords(booking: Booking): StatusWords {
  const guests = counted(booking.party_size, "guest");
  const byStatus: Readonly<Record<BookingStatus, StatusWords>> = {
    pending: {
      title: "Your request is with the restaurant",
      badge: "Waiting for approval",
      tone: "warn",
      text: "The restaurant is confirming. This page shows the answer as soon as it is known.",
    },
    confirmed: {
      title: "Your table is booked",
      badge: "Confirmed",
      tone: "good",
      text: `A table for ${guests} is kept for you.`,
    },
    in_service: { title: "Enjoy your meal", badge: "Seated", tone: "good", text: "Your party is at the table." },
    completed: { title: "Thank you for coming", badge: "Completed", tone: "good", text: "This visit is over." },
    no_show: {
      title: "We missed you",
      badge: "Not arrived",
      tone: "bad",
      text: "The restaurant noted that nobody came. Call them if that is wrong.",
    },
    cancelled_by_guest: {
      title: "Your booking is cancelled",
      badge: "Cancelled",
      tone: "bad",
      text: "You cancelled it, and the table is free again.",
    },
    cancelled_by_venue: {
      title: "The restaurant cancelled this booking",
      badge: "Cancelled by the restaurant",
      tone: "bad",
      text: booking.cancellation?.reason ?? "Call them to hear why, or book another time.",
    },
    declined: {
      title: "The restaurant could not take this booking",
      badge: "Declined",
      tone: "bad",
      text: "Choose another time, or call them.",
    },
  };
  return byStatus[booking.status];
}
