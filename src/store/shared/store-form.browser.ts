/** Reads the order form: what a quote and an order are asked with. */
import { minor } from "./store-offer.browser.ts";
import { say } from "./say.browser.ts";
import { maybePart, part } from "./store-dom.browser.ts";

export interface FormFields {
  readonly fulfillment_type: "pickup" | "delivery";
  readonly payment: "link" | "pay_in_store";
  readonly customer: { readonly name: string; readonly phone: string; readonly email?: string };
  readonly tip?: number;
  readonly coupon_codes?: readonly string[];
  readonly scheduled_for?: number;
  readonly notes?: string;
  readonly delivery_address?: unknown;
}

/** The fields; undefined when something is written that cannot be read, which is then shown. */
export function formFields(strict = false): FormFields | undefined {
  const data = new FormData(part("order", HTMLFormElement));
  const text = (name: string): string => {
    const value = data.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const tip = readTip(text("tip"), strict);
  if (tip === undefined) return undefined;
  const delivery = text("how") === "delivery";
  const [coupon, when, notes, email] = [text("coupon"), text("when"), text("notes"), text("email")];
  return {
    fulfillment_type: delivery ? "delivery" : "pickup",
    payment: text("payment") === "pay_in_store" && !delivery ? "pay_in_store" : "link",
    customer: { name: text("name"), phone: text("phone"), ...(email === "" ? {} : { email }) },
    ...(tip === 0 ? {} : { tip }),
    ...(coupon === "" ? {} : { coupon_codes: [coupon] }),
    ...(when === "" ? {} : { scheduled_for: Number(when) }),
    ...(notes === "" ? {} : { notes }),
    ...(delivery ? { delivery_address: readAddress(text) } : {}),
  };
}

/** Minor units. */
function readTip(text: string, strict: boolean): number | undefined {
  const tip = part("tip", HTMLInputElement);
  const amount = text === "" ? 0 : Number(text.replace(",", "."));
  const isFine = Number.isFinite(amount) && amount >= 0 && amount < 100_000;
  part("tip-mistake", HTMLElement).hidden = isFine;
  if (isFine) tip.removeAttribute("aria-invalid");
  else tip.setAttribute("aria-invalid", "true");
  if (isFine) return Math.round(amount * minor);
  if (strict) tip.focus();
  return undefined;
}

/** A quote is asked for before the address is whole; what is missing then is a dash, which placing never sends. */
function readAddress(text: (name: string) => string) {
  const [unit, directions] = [text("unit"), text("directions")];
  const latitude = Number.parseFloat(text("latitude").replace(",", "."));
  const longitude = Number.parseFloat(text("longitude").replace(",", "."));
  const isKnown = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  const orDash = (name: string): string => text(name) || "-";
  return {
    street: orDash("street"),
    city: orDash("city"),
    state: orDash("state"),
    postal_code: orDash("postal_code").slice(0, 20),
    ...(unit === "" ? {} : { unit }),
    ...(directions === "" ? {} : { notes: directions }),
    ...(isKnown ? { latitude, longitude } : {}),
  };
}

/** Shows what belongs to the way of having it, and lets the browser say where the diner is. */
export function startDelivery(changed: () => void): void {
  const form = part("order", HTMLFormElement);
  const address = maybePart("address", HTMLFieldSetElement);
  if (address === undefined) return;
  const follow = (): void => {
    const delivery = new FormData(form).get("how") === "delivery";
    address.hidden = !delivery;
    address.disabled = !delivery;
    const inStore = maybePart("in-store", HTMLElement);
    if (inStore === undefined) return;
    inStore.hidden = delivery;
    const online = form.querySelector<HTMLInputElement>('input[name="payment"][value="link"]');
    if (delivery && online !== null) online.checked = true;
  };
  form.addEventListener("change", follow);
  follow();
  part("locate", HTMLButtonElement).addEventListener("click", () => locate(changed));
}

function locate(changed: () => void): void {
  const known = part("place-known", HTMLElement);
  known.setAttribute("role", "status");
  known.textContent = say("locate.asking");
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      part("latitude", HTMLInputElement).value = coords.latitude.toFixed(6);
      part("longitude", HTMLInputElement).value = coords.longitude.toFixed(6);
      known.textContent = say("locate.known");
      changed();
    },
    () => {
      known.textContent = say("locate.unknown");
    },
    { enableHighAccuracy: true, timeout: 10_000 },
  );
}
