/** Who may do what with the book of a location (rules/bookings 16.1). Pure. */
import type { StaffActor } from "../../kernel/actor.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { requireRoleAt, type Acting } from "../../people/person/require-role.ts";
import type { ConsoleCaller } from "../../platform/http/console/console-caller.ts";

/** Hosts and managers. */
export const standRoles = ["host", "manager"] as const;

/** Who acts at the stand of the location. */
export function requireHost(
  caller: ConsoleCaller,
  locationId: Id<"str">,
): Acting | Refusal<"not_found" | "role_required"> {
  return requireRoleAt(caller, locationId, standRoles);
}

/** The same for a booking: of a location that is none of the caller's there is no booking. */
export function requireHostOf(
  caller: ConsoleCaller,
  booking: { readonly id: Id<"bkg">; readonly location_id: Id<"str"> },
): Acting | Refusal<"not_found" | "role_required"> {
  const acting = requireHost(caller, booking.location_id);
  return isRefusal(acting) && acting.code === "not_found" ? noBooking(booking.id) : acting;
}

/** There is no such booking, or the caller may not know of it. */
export function noBooking(id: Id<"bkg">): Refusal<"not_found"> {
  return refuse("not_found", `there is no booking ${id}`);
}

/** Who acts, as bookings keep it. */
export function staffOf({ actor: { kind, id } }: Acting): StaffActor {
  if (kind !== "person" && kind !== "device") throw new Error(`a host is a person or a device, not ${kind}`);
  return { kind, id };
}
