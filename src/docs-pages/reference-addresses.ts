/** Where the pages of the references are. Partners have a site of their own (docs-site). Pure. */
import type { Audience } from "./audience.ts";

/** Whoever is no partner has a reference. */
export type ReferenceAudience = Exclude<Audience, "partner">;

/** Where the first page of each audience is. The console's documents lie below its own path. */
export const pagePaths = {
  partner: "/docs",
  diner: "/docs/diner",
  operator: "/docs/operator",
  channel: "/docs/channel",
  console: "/console/docs",
} as const satisfies Readonly<Record<Audience, string>>;

/** The page of a section: "Delivery zones" is at …/api/delivery-zones. */
export function tagAddress(audience: ReferenceAudience, tag: string): string {
  return `${pagePaths[audience]}/api/${tag.toLowerCase().replaceAll(" ", "-")}`;
}

/** The page of a call. */
export function callAddress(audience: ReferenceAudience, tag: string, operationId: string): string {
  return `${tagAddress(audience, tag)}/${operationId}`;
}

/** The page of the errors. */
export const errorsAddress = (audience: ReferenceAudience): string => `${pagePaths[audience]}/errors`;
/** The list of objects. */
export const objectsAddress = (audience: ReferenceAudience): string => `${pagePaths[audience]}/objects`;
/** The page of an object. */
export const objectAddress = (audience: ReferenceAudience, name: string): string =>
  `${objectsAddress(audience)}/${name}`;
