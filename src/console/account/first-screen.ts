/** The first screen of a person after signing in. Pure. */
import type { ConsoleCaller } from "../../platform/http/console/console-caller.ts";

/**
 * The pages of the console for those who have some wherever they work, the stand of one's only location for a host, its
 * order board for others who work there, the screen of a device, the pages of the operator; one's own page where there is a
 * choice or none (rules/console 1.8).
 */
export function beginsAt({ person, device, roles }: ConsoleCaller): string {
  if (device !== null) return `/${device.screen}/${device.locationId}`;
  if (person === null) return "/sign-in";
  const locationsWhere = (isMeant: (role: string) => boolean) => [
    ...new Set(roles.flatMap(({ role, locationId }) => (locationId !== null && isMeant(role) ? [locationId] : []))),
  ];
  const work = locationsWhere((role) => isOfBoard(role) || isOfConsole(role));
  const [only, second] = work;
  const [role, another] = roles;
  if (role !== undefined && role.appId !== null && another === undefined) return `/developer/${role.appId}`;
  if (role !== undefined && roles.every((one) => isOfOperator(one.role))) return "/operator";
  if (only === undefined) return "/me";
  const isOfConsoleOnly = locationsWhere(isOfConsole).length === work.length;
  if (second !== undefined) return isOfConsoleOnly ? "/console" : "/me";
  if (isOfConsoleOnly) return `/console/${only}`;
  return locationsWhere(isOfStand).length > 0 ? `/stand/${only}` : `/board/${only}`;
}

/** Whether the role works at the order board. */
export function isOfBoard(role: string): boolean {
  return role === "manager" || role === "host" || role === "staff";
}

/** Whether the role works at the host stand. */
export function isOfStand(role: string): boolean {
  return role === "manager" || role === "host";
}

/** Whether the role has the pages of the operator. */
export function isOfOperator(role: string): boolean {
  return role === "operator_admin" || role === "operator_support";
}

/** Whether the role has pages of a location. */
export function isOfConsole(role: string): boolean {
  return role === "manager" || role === "accountant";
}
