/** The pages of a location in the order of the menu, and who may open each (rules/console 1.1). Pure. */
import type { RoleName } from "../../platform/http/console/console-caller.ts";

export const consolePages = [
  { name: "today", roles: ["manager"] },
  { name: "bookings", roles: ["manager"] },
  { name: "floor", roles: ["manager"] },
  { name: "calendar", roles: ["manager"] },
  { name: "ordering", roles: ["manager"] },
  { name: "profile", roles: ["manager"] },
  { name: "menu", roles: ["manager"] },
  { name: "zones", roles: ["manager"] },
  { name: "messages", roles: ["manager"] },
  { name: "reports", roles: ["manager", "accountant"] },
  { name: "money", roles: ["manager", "accountant"] },
  { name: "people", roles: ["manager"] },
  { name: "devices", roles: ["manager"] },
  { name: "history", roles: ["manager"] },
] as const satisfies readonly { readonly name: string; readonly roles: readonly RoleName[] }[];

export type ConsolePageName = (typeof consolePages)[number]["name"];

/** The roles that open at least one page. */
export const consoleRoles: readonly RoleName[] = [...new Set(consolePages.flatMap(({ roles }) => roles))];

/** Who may open the page. */
export function rolesOfPage(name: ConsolePageName): readonly RoleName[] {
  return consolePages.filter((page) => page.name === name).flatMap(({ roles }) => roles);
}

/** The pages that somebody with these roles may open. */
export function pagesFor(held: readonly RoleName[]): readonly ConsolePageName[] {
  return consolePages
    .filter(({ roles }) => held.some((role) => roles.some((one) => one === role)))
    .map(({ name }) => name);
}
