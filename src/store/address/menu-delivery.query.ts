/** The terms of delivery on the page of the menu, before any dish is chosen: the address, then fee, minimum and minutes. */
import { deliversAtAll } from "../../delivery-zones/zones/check-zones.query.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageCall } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { renderCarried } from "./address-page.ts";
import { renderAddressPart } from "./address-part.ts";
import { readAddressState, type AddressDeps } from "./address-state.query.ts";
import { deliveryWords } from "./address-words.ts";
import { withKeptToken } from "./kept-token.ts";

export interface MenuDelivery {
  /** Null where nobody delivers. */
  readonly part: Markup | null;
  /** The place token of the address that is set; null without one. */
  readonly token: string | null;
}

interface Asked {
  readonly location: LocationSettings;
  readonly reader: Reader;
  readonly call: Pick<PageCall, "cookie" | "query">;
}

/** The part; `b`, the basket of a browser that runs no script, is carried on. */
export async function readMenuDelivery(
  db: Db,
  deps: AddressDeps,
  { location, reader, call }: Asked,
): Promise<MenuDelivery> {
  if (!(await deliversAtAll(db, location.id))) return { part: null, token: null };
  const fields = withKeptToken(new URLSearchParams(), call);
  const state = await readAddressState(db, deps, { location, fields, reader });
  const basket = call.query.get("b");
  const { country } = location.address;
  const form = html`<form method="post" action="/store/${location.id}/address" data-leads-on novalidate>
    ${renderCarried(basket === null ? [] : [["b", basket]])}<input type="hidden" name="back" value="menu" />
    ${renderAddressPart({ state, reader, locationId: location.id, country, back: "menu" })}
  </form>`;
  const isSet = state.kind !== "asked";
  const summary = deliveryWords(reader)("early");
  return {
    part: isSet
      ? html`<div class="card">${form}</div>`
      : html`<details class="card" ${state.outside !== undefined && html`open`}>
          <summary>${summary}</summary>
          ${form}
        </details>`,
    token: state.kind === "set" ? state.token : null,
  };
}
