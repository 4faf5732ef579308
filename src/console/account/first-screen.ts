/** The screen with which somebody begins. Pure. */
import type { ConsoleCaller } from "../../platform/http/console/console-caller.ts";

/** The order board of one's only location, or of the device's; one's own page where there is a choice or none. */
export function beginsAt({ person, device, roles }: ConsoleCaller): string {
  if (device !== null && device.screen === "board") return `/board/${device.locationId}`;
  if (person === null) return "/sign-in";
  const boards = new Set(
    roles.flatMap(({ role, locationId }) => (locationId !== null && isOfBoard(role) ? [locationId] : [])),
  );
  const [only, second] = boards;
  return only !== undefined && second === undefined ? `/board/${only}` : "/me";
}

/** Whether the role works at the order board. */
export function isOfBoard(role: string): boolean {
  return role === "manager" || role === "host" || role === "staff";
}
