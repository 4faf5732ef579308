/** Where the pages of the site are. Pure. */

/** The address of a section of the reference: "Delivery zones" is at /docs/api/delivery-zones. */
export function sectionPath(tag: string): string {
  return `/docs/api/${tag.toLowerCase().replaceAll(" ", "-")}`;
}

export function callPath(tag: string, operationId: string): string {
  return `${sectionPath(tag)}/${operationId}`;
}

export const eventPath = (type: string): string => `/docs/events/${type}`;
export const objectPath = (name: string): string => `/docs/objects/${name}`;
export const errorPath = (code: string): string => `/docs/errors/${code}`;

/** The address of a guide by its file below docs, for example "orders.md" or "rules/http.md". */
export function guidePath(file: string): string {
  return `/docs/${file
    .replace(/\.md$/, "")
    .replace(/(^|\/)README$/, "$1")
    .replace(/\/$/, "")}`;
}
