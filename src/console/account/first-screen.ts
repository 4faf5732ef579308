/** The screen with which somebody begins. Pure. */
import type { ConsoleCaller } from "../../platform/http/console/console-caller.ts";

/**
 * The pages of one's only location for a manager, its order board for others who work there, the board of a device; one's
 * own page where there is a choice or none.
 */
export function beginsAt({ person, device, roles }: ConsoleCaller): string {
  if (device !== null && device.screen === "board") return `/board/${device.locationId}`;
  if (person === null) return "/sign-in";
  const places = (isMeant: (role: string) => boolean) => [
    ...new Set(roles.flatMap(({ role, locationId }) => (locationId !== null && isMeant(role) ? [locationId] : []))),
  ];
  const [only, second] = places((role) => isOfBoard(role) || isOfConsole(role));
  const [role, another] = roles;
  if (role !== undefined && role.appId !== null && another === undefined) return `/developer/${role.appId}`;
  if (only === undefined || second !== undefined) return "/me";
  return places(isOfConsole).length > 0 ? `/console/${only}` : `/board/${only}`;
}

/** Whether the role works at the order board. */
export function isOfBoard(role: string): boolean {
  return role === "manager" || role === "host" || role === "staff";
}

/** Whether the role has pages of a location. */
export function isOfConsole(role: string): boolean {
  return role === "manager" || role === "accountant";
}
