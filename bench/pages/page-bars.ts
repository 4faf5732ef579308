/**
 * The pages that people open, and the bar of each at the first visit. Bytes are compressed, with script and style,
 * pictures apart. Pages of staff have the board's time to paint.
 */
import { formatBasket } from "../../src/store/shared/basket-field.ts";

/** One person's view of one page of the demonstration. */
export interface PageVisit {
  readonly name: string;
  readonly path: string;
  /** Who is signed in; null for nobody. */
  readonly role: string | null;
  readonly size: { readonly width: number; readonly height: number };
  /** The page is there once this is visible. */
  readonly shows: string;
  /** The fields of a form that leads to the page. */
  readonly form?: Readonly<Record<string, string>>;
  /** What is pressed then, to measure how soon the page answers. */
  readonly press?: string;
  readonly most: PageBars;
}

export interface PageBars {
  readonly bytes: number;
  readonly paintMs: number;
  /** How far things move while the page loads, as browsers count. */
  readonly shift?: number;
  /** From a press to the next picture. */
  readonly answerMs?: number;
}

const phone = { width: 390, height: 844 };
const tablet = { width: 1180, height: 820 };
const desktop = { width: 1440, height: 900 };

const ofGuests = (kilobytes: number): PageBars => ({
  bytes: kilobytes * 1_000,
  paintMs: 2_000,
  shift: 0.02,
  answerMs: 200,
});
const ofStaff = (kilobytes: number): PageBars => ({ bytes: kilobytes * 1_000, paintMs: 2_500 });
const ofDocs: PageBars = { bytes: 40_000 + 12_000 + 15_000, paintMs: 1_500, shift: 0.02 };

/** The pages of a demonstration. */
export function pagesOf({ locationId, appId }: { readonly locationId: string; readonly appId: string }): PageVisit[] {
  const basket = formatBasket([{ menu_entity_id: "lemonade-33", quantity: 2 }]) ?? "";
  const forms = (name: string, path: string, role: string | null): PageVisit => ({
    name,
    path,
    role,
    size: tablet,
    shows: "main",
    most: ofStaff(60),
  });
  const inConsole = (page: string): PageVisit => forms(`console-${page}`, `/console/${locationId}/${page}`, "manager");
  const screen = (name: string, path: string, role: string, kilobytes: number, shows: string): PageVisit => ({
    ...forms(name, path, role),
    shows,
    most: ofStaff(kilobytes),
  });
  const inDocs = (name: string, path: string): PageVisit => ({
    name: `docs-${name}`,
    path,
    role: null,
    size: desktop,
    shows: "h1",
    most: ofDocs,
  });
  const forGuests = (name: string, path: string, kilobytes: number): PageVisit => ({
    name,
    path,
    role: null,
    size: phone,
    shows: "h1",
    most: ofGuests(kilobytes),
  });
  const pin = { street: "5 Impasse Neuve", city: "Paris", postal_code: "75011", do: "hand" };
  return [
    { ...forGuests("store", `/store/${locationId}`, 40), press: "main summary, main a, main button" },
    { ...forGuests("store-checkout", `/store/${locationId}/checkout?b=${basket}`, 30), press: "main label.chip" },
    { ...forGuests("store-map", `/store/${locationId}/address`, 60), form: pin, shows: ".leaflet-container" },
    { ...forGuests("book", `/book/${locationId}?party=2`, 15), press: "main label.chip" },
    forGuests("wait", `/join/${locationId}`, 8),
    forGuests("guests-home", "/", 15),
    forGuests("guests-front", `/r/${locationId}`, 15),
    forGuests("guests-find", `/find?at=${locationId}`, 15),
    forGuests("guests-mine", "/mine", 15),
    screen("board", `/board/${locationId}`, "staff", 70, ".columns"),
    screen("stand", `/stand/${locationId}`, "host", 110, ".floor"),
    inConsole("today"),
    inConsole("bookings"),
    inConsole("money"),
    screen("console-floor", `/console/${locationId}/floor`, "manager", 120, ".floor-canvas"),
    screen("console-zones", `/console/${locationId}/zones`, "manager", 120, ".leaflet-container"),
    forms("sign-in", "/sign-in", null),
    forms("developer", `/developer/${appId}`, "developer"),
    forms("operator", "/operator", "operator_admin"),
    inDocs("start", "/docs"),
    inDocs("guide", "/docs/orders"),
    inDocs("call", "/docs/api/orders/acceptOrder"),
    inDocs("error", "/docs/errors/basket_refused"),
    inDocs("search", "/docs/search?q=pos_ticket_id"),
  ];
}
