import type { AppCaller } from "../../platform/http/callers.ts";
import type { BookingView } from "./booking-wire.ts";
import { seesContact } from "../venue/contact-privacy.ts";

/** How bookings are shown to an app. */
export function viewFor(app: AppCaller): BookingView {
  return { livemode: app.livemode, showContact: seesContact(app.scopes) };
}
