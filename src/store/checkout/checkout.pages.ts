/**
 * The pages of the checkout. The basket travels in the field `b`. Nothing of the form is kept until an order is placed,
 * and each sending is priced by the code that prices every order. No log and no address has the sent fields.
 */
import { randomBytes } from "node:crypto";
import { parseId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { isTerminal } from "../../orders/order/order-status.ts";
import { isPayable, isUnpaid } from "../../orders/order/order-wire.ts";
import {
  getPage,
  keptBy,
  postPage,
  redirectTo,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import { findLatest } from "../../orders/order/find-order-by-token.query.ts";
import type { PlacingDeps } from "../../orders/place/place-order.command.ts";
import { createKeyedSemaphore } from "../../platform/postgres/keyed-semaphore.ts";
import type { BasketItem } from "../../pricing/basket.ts";
import { speak } from "../../words/speak.ts";
import { deliversAtAll } from "../../delivery-zones/zones/check-zones.query.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { readAddressStep, type AddressStepDeps } from "../address/address-step.query.ts";
import { withKeptToken } from "../address/kept-token.ts";
import { noStorePage } from "../menu/store-page.ts";
import type { KeepsLocation } from "../menu/store-menu.routes.ts";
import { keepsText } from "../menu/store.pages.ts";
import { formatBasket, parseBasket } from "../shared/basket-field.ts";
import { formKeyOf } from "../shared/guest-request.ts";
import { reasonsIn, type SaidReason } from "../shared/reason-words.ts";
import { changeLines } from "./change-lines.ts";
import { checkoutPage } from "./checkout-page.ts";
import type { CheckoutView } from "./checkout-view.ts";
import { outcomeOf, requestOf, stoppedBy, type Outcome } from "./judge-checkout.ts";
import {
  dinerTokenOf,
  findOrderOfForm,
  placeOnce,
  withKey,
  type OrderOfForm,
  type PlaceOnceDeps,
} from "./place-once.command.ts";
import { readCheckout, type Checkout } from "./read-checkout.query.ts";
import {
  findEarlierOrder,
  isPaidOrBeingPaid,
  unpaidCookie,
  withTyped,
  type EarlierOrder,
} from "./unpaid-order.query.ts";

export interface CheckoutPagesDeps extends AddressStepDeps {
  readonly keepsLocation: KeepsLocation;
  readonly placing: PlacingDeps;
  /** How long a page waits for other orders at its location, in milliseconds. */
  readonly locationWaitMs: number;
}

type Deps = CheckoutPagesDeps & PlaceOnceDeps;
type Call = PageCall<"locationId">;

/** A rush at one location waits here and not on the connections that all share. */
const placingPermits = { atOnce: 6, maxWaiting: 64 };

/** The pages, for the kit to serve. */
export function checkoutPages(given: CheckoutPagesDeps): PageRoute[] {
  const permits = createKeyedSemaphore({ ...placingPermits, maxWaitMs: given.locationWaitMs });
  const deps = { ...given, permits };
  const keeps = ({ params }: { readonly params: { readonly locationId: string } }) =>
    keepsText(deps.keepsLocation, params.locationId);
  return keptBy(keeps, [
    getPage("/store/{locationId}/checkout", (call) => atLocation(call, (id) => open(deps, call, id))),
    postPage("/store/{locationId}/checkout", (call) => atLocation(call, (id) => take(deps, call, id))),
    {
      ...postPage("/store/{locationId}/checkout/price", async (call) =>
        withoutHead(await atLocation(call, (id) => follow(deps, call, id))),
      ),
      countsAsRead: true,
    },
  ]);
}

/** The script takes the parts with a price from the page; the head need not be read for them. */
function withoutHead(answer: PageAnswer): PageAnswer {
  if (answer.kind !== "page" || answer.venue === undefined) return answer;
  const { at: _at, ...venue } = answer.venue;
  return { ...answer, venue };
}

async function atLocation(call: Call, run: (id: Id<"str">) => Promise<PageAnswer>): Promise<PageAnswer> {
  const parsed = parseId("str", call.params.locationId);
  return parsed.kind === "ok" ? run(parsed.id) : noStorePage(call.reader());
}

/** The page as it is opened: where an order waits for its payment, with what was typed for that. */
async function open(deps: Deps, call: Call, id: Id<"str">): Promise<PageAnswer> {
  const { read: db } = deps.database;
  const earlier = await findEarlierOrder(db, call, id);
  const settings = earlier?.isUnpaid === true ? await getLocationSettings(db, id) : undefined;
  const asked =
    earlier === undefined || settings === undefined || isRefusal(settings)
      ? call.query
      : await withTyped(db, call.query, earlier, settings.tip_percentages);
  const fields = withKeptToken(asked, call);
  if (fields.has("place") && !fields.has("how")) fields.set("how", "delivery");
  return show(deps, call, { id, fields, items: parseBasket(fields.get("b")), earlier });
}

interface Shown {
  readonly id: Id<"str">;
  readonly fields: URLSearchParams;
  readonly items: readonly BasketItem[];
  /** What this browser ordered before. */
  readonly earlier: EarlierOrder | undefined;
}

/** The order that ends when this one is placed. */
function unpaidOf({ earlier }: Pick<Shown, "earlier">): EarlierOrder["order"] | null {
  return earlier?.isUnpaid === true ? earlier.order : null;
}

/** The order that the restaurant has already, and that goes on. */
function placedOf({ earlier }: Pick<Shown, "earlier">): CheckoutView["placed"] {
  if (earlier === undefined || earlier.isUnpaid || earlier.dinerToken === null) return null;
  const { order, dinerToken } = earlier;
  return isTerminal(order.status) ? null : { order, dinerToken };
}

/** The address may be looked for over the network; the rest is read as of one moment. */
async function read({ database, placing, ...deps }: Deps, call: Call, shown: Shown) {
  const { id, fields, items } = shown;
  const settings = await getLocationSettings(database.read, id);
  if (isRefusal(settings)) return settings;
  const reader = call.reader({ location: { language: settings.language, country: settings.address.country } });
  const delivers = await deliversAtAll(database.read, id);
  const address = delivers ? await readAddressStep({ ...deps, database }, settings, fields, reader) : null;
  const asked = { id, fields, items, address, reader, instead: unpaidOf(shown)?.id ?? null };
  return database.snapshot((db) => readCheckout(db, placing.deliveryTerms, asked));
}

async function show(deps: Deps, call: Call, shown: Shown): Promise<PageAnswer> {
  const checkout = await read(deps, call, shown);
  if (isRefusal(checkout)) return noStorePage(call.reader());
  return page({ ...shown, checkout }, { status: 200 });
}

function page(
  shown: Shown & { readonly checkout: Checkout },
  { status, mistakes = [], refused = [] }: Outcome,
): PageAnswer {
  const { fields, checkout } = shown;
  const formKey = formKeyOf(fields, () => randomBytes(24).toString("base64url"));
  const earlier = { unpaid: unpaidOf(shown), placed: placedOf(shown) };
  return checkoutPage({ checkout, fields, formKey, ...earlier, status, mistakes, refused });
}

/** A form that was sent: by the button that orders, or by one that changes what is shown. */
async function take(deps: Deps, call: Call, id: Id<"str">): Promise<PageAnswer> {
  const { form } = call;
  if (form.get("do") !== "place") return follow(deps, call, id);
  const earlier = await findEarlierOrder(deps.database.read, call, id);
  return order(deps, call, { id, fields: form, items: parseBasket(form.get("b")), earlier });
}

/** Shows what follows from the fields and from the button; nothing is ordered. */
async function follow(deps: Deps, call: Call, id: Id<"str">): Promise<PageAnswer> {
  const fields = new URLSearchParams(call.form);
  const pressed = fields.get("do") ?? "";
  const later = /^later:(\d{1,12})$/.exec(pressed)?.[1];
  if (later !== undefined) {
    for (const name of ["day", "hour"]) fields.delete(name);
    fields.set("when", later);
  }
  const earlier = await findEarlierOrder(deps.database.read, call, id);
  const shown = { id, fields, items: parseBasket(fields.get("b")), earlier };
  const items = await linesAfter(deps, call, shown, pressed);
  return items.length === 0 ? redirectTo(`/store/${id}`) : show(deps, call, { ...shown, items });
}

/** The lines after the button; a basket that would be too large stays as it was. */
async function linesAfter(deps: Deps, call: Call, shown: Shown, pressed: string): Promise<readonly BasketItem[]> {
  const before = pressed === "remove_gone" ? await read(deps, call, shown) : undefined;
  const gone = before === undefined || isRefusal(before) ? new Set<number>() : before.price.gone;
  const items = changeLines(shown.items, pressed, gone);
  return formatBasket(items) === undefined ? shown.items : items;
}

/** Places the order when everything is as it was shown; else the page says what to change, and nothing is ordered. */
async function order(deps: Deps, call: Call, shown: Shown): Promise<PageAnswer> {
  const { id, fields } = shown;
  const formKey = formKeyOf(fields, () => "");
  const dinerToken = dinerTokenOf(formKey, id);
  const known = formKey === "" ? undefined : await findOrderOfForm(deps.database, dinerToken);
  if (known !== undefined) return toOrder(known);
  const replaced = await findReplaced(deps, shown);
  // Paid meanwhile: the order of before is the order.
  if (replaced !== undefined && isPaidOrBeingPaid(replaced.order))
    return toOrder(await withKey(deps.database, replaced));
  const checkout = await read(deps, call, shown);
  if (isRefusal(checkout)) return noStorePage(call.reader());
  const wrong = outcomeOf(checkout, fields) ?? (replaced === undefined ? unseen(shown, checkout) : undefined);
  if (formKey === "" || wrong !== undefined) return page({ ...shown, checkout }, wrong ?? { status: 200 });
  const placed = await placeOnce(deps, requestOf(checkout, dinerToken), replaced);
  if (!isRefusal(placed)) return toOrder(placed);
  const again = await read(deps, call, shown);
  if (isRefusal(again)) return noStorePage(call.reader());
  const { details } = reasonsIn(again.reader, placed);
  // What has changed since the page was read is said above; else what the refusal says.
  const stopped = stoppedBy(again);
  const refused = stopped.length > 0 ? stopped : ((details?.["reasons"] ?? []) as readonly SaidReason[]);
  return page({ ...shown, checkout: again }, { status: 409, refused });
}

/** The order that the page named as unpaid, or the one that another window has placed in its place since. */
async function findReplaced({ database }: Deps, { fields, earlier }: Shown): Promise<EarlierOrder | undefined> {
  const named = parseId("ord", fields.get("instead") ?? "");
  if (earlier === undefined || named.kind !== "ok") return undefined;
  return (await findLatest(database.read, named.id)) === earlier.order.id ? earlier : undefined;
}

/** A page from before the unpaid order did not say that it ends: the page says so first, and nothing is ordered. */
function unseen(shown: Shown, { reader }: Checkout): Outcome | undefined {
  const unpaid = unpaidOf(shown);
  if (unpaid === null) return undefined;
  const message = speak(reader.language, "checkout", reader.locale)("unpaid", { number: unpaid.display_number });
  return { status: 409, refused: [{ code: "not_paid_yet", message }] };
}

/** To the payment, or to the order itself. The payment's page and this one find the way back by cookies that only they are sent. */
function toOrder({ order, dinerToken }: OrderOfForm): PageAnswer {
  const unpaid = isUnpaid(order) ? [unpaidCookie(order.location_id, dinerToken)] : [];
  if (!isPayable(order) || order.payment_link_token === null) return redirectTo(`/order/${dinerToken}`, ...unpaid);
  const path = `/pay/${order.payment_link_token}`;
  return redirectTo(path, { name: "order", value: dinerToken, path, seconds: 86_400, isLax: true }, ...unpaid);
}
