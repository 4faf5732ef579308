/**
 * The one list of refusals: status, `_tag`, and one sentence on what to do. It feeds the error bodies, the OpenAPI
 * document and `docs/errors.md`. Each part holds the codes of one group of features; features name a code, and only this
 * folder knows statuses.
 */
import { bookingRefusals } from "./booking-refusals.ts";
import { callRefusals } from "./call-refusals.ts";
import { callerRefusals } from "./caller-refusals.ts";
import { goodsRefusals } from "./goods-refusals.ts";
import { locationRefusals } from "./location-refusals.ts";
import { orderRefusals } from "./order-refusals.ts";
import type { RefusalKind } from "./refusal-kind.ts";
import { waitlistRefusals } from "./waitlist-refusals.ts";

const refusalCatalogue = {
  ...callRefusals,
  ...callerRefusals,
  ...locationRefusals,
  ...goodsRefusals,
  ...orderRefusals,
  ...bookingRefusals,
  ...waitlistRefusals,
};

export type RefusalCode = keyof typeof refusalCatalogue;

const isCode = (code: string): code is RefusalCode => Object.hasOwn(refusalCatalogue, code);

/** All codes, in the order of their statuses, and within a status in the order of the parts. */
export const refusalCodes: readonly RefusalCode[] = Object.keys(refusalCatalogue)
  .filter(isCode)
  .toSorted((a, b) => refusalCatalogue[a].status - refusalCatalogue[b].status);

/** The kind of a code; a code outside the catalogue is a fault of the program. */
export function refusalKind(code: string): RefusalKind {
  if (!isCode(code)) throw new Error(`refusal code outside the catalogue: ${code}`);
  return refusalCatalogue[code];
}

const tags: Readonly<Record<number, string>> = {
  401: "DeveloperApiUnauthorized",
  403: "DeveloperApiForbidden",
  404: "DeveloperApiNotFound",
  409: "DeveloperApiConflict",
  422: "DeveloperApiUnprocessable",
  429: "DeveloperApiRateLimited",
  500: "DeveloperApiInternalError",
  503: "DeveloperApiInternalError",
};

/** The `_tag` of a status (rules/http 6.4); the transport's own refusals are bad requests. */
export function tagOf(status: number): string {
  return tags[status] ?? "DeveloperApiBadRequest";
}
