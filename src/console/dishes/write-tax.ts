/** A menu document with one tax changed. Everything else of the document stays as it was published. Pure. */
import type { MenuDocument, TaxCategory, TaxRate } from "../../menus/document/menu-document.ts";
import { dishesOf } from "../menu/dish-parts.ts";
import { uniqueIds } from "../menu/written-menu.ts";
import type { Fields } from "../shell/merge-three.ts";
import { textOrNull, textsOf } from "../shell/row-fields.ts";
import { isTaxMixed, setTaxInside } from "./tax-inside.ts";
import { changesOf, changing, copyOf, put, type Changing } from "./write-parts.ts";

/** A tax of a menu: what dishes are taxed alike by, and its rates. */
export interface MenuTax {
  readonly category: TaxCategory;
  readonly rates: readonly TaxRate[];
}

/** The tax of that id. */
export function findTax(document: MenuDocument, id: string): MenuTax | undefined {
  const category = (document.taxCategories ?? []).find(({ externalId }) => externalId === id);
  return category === undefined ? undefined : { category, rates: ratesOf(document, id) };
}

function ratesOf({ taxRates = [] }: MenuDocument, id: string): readonly TaxRate[] {
  return taxRates.filter(({ taxCategoryId }) => taxCategoryId === id);
}

/** The one rate of a tax that is a plain percentage; undefined where the tax has another rate, or several. */
export function plainRate(rates: readonly TaxRate[]): TaxRate | undefined {
  const [only, ...others] = rates;
  const isPlain =
    only?.percentage !== undefined && only.compoundOnTaxRateIds === undefined && only.fulfillmentTypes === undefined;
  return isPlain && others.length === 0 ? only : undefined;
}

/** A percentage as a menu has it, "5.5", from one that is typed; undefined where the text is none of 0 to 100. */
export function percentIn(text: string | null): string | undefined {
  const whole = (text ?? "").trim();
  const typed = (whole.endsWith("%") ? whole.slice(0, -1).trimEnd() : whole).replace(",", ".");
  return /^\d{1,3}(\.\d{1,4})?$/.test(typed) && Number(typed) <= 100 ? typed : undefined;
}

/** Every dish of the menu that has the tax. */
export function dishesWith(document: MenuDocument, id: string) {
  return dishesOf(document).filter(({ taxCategoryId }) => taxCategoryId === id);
}

/** The document with the tax as the fields say; `before` is what they said, {} of a new tax. */
export function writeTax(given: MenuDocument, id: string, fields: Fields, before: Fields): MenuDocument {
  const document = copyOf(given);
  const isChanged = changesOf(before, fields);
  const known = findTax(document, id);
  const name = textOrNull(fields["name"]) ?? known?.category.name ?? id;
  const percent = percentIn(textOrNull(fields["percent"]));
  if (known === undefined)
    changing(document)["taxCategories"] = [...(document.taxCategories ?? []), { externalId: id, name }];
  const rate = known === undefined ? undefined : plainRate(known.rates);
  if (known !== undefined && isChanged("name")) {
    // The rate is what receipts say.
    if (rate === undefined || rate.name === known.category.name) changing(known.category)["name"] = name;
    if (rate !== undefined) changing(rate)["name"] = name;
  }
  if (rate !== undefined && percent !== undefined && isChanged("percent")) changing(rate)["percentage"] = percent;
  if ((known === undefined || known.rates.length === 0) && percent !== undefined) addRate(document, id, name, percent);
  writeDishes(document, id, fields, isChanged);
  return document;
}

function addRate(document: MenuDocument, id: string, name: string, percentage: string): void {
  const rates = document.taxRates ?? [];
  const externalId = uniqueIds(rates.map((rate) => rate.externalId))(id);
  changing(document)["taxRates"] = [...rates, { externalId, name, taxCategoryId: id, percentage }];
}

function writeDishes(document: MenuDocument, id: string, fields: Fields, isChanged: (name: string) => boolean): void {
  // Prices of one tax that are not alike were typed without a thought of it.
  const isAll = isChanged("inside") || isTaxMixed(dishesWith(document, id));
  if (!isAll && !isChanged("dishes")) return;
  const wanted = new Set(textsOf(fields["dishes"]));
  for (const dish of dishesOf(document)) {
    const has = dish.taxCategoryId === id;
    if (wanted.has(dish.externalId)) {
      if (!has) changing(dish)["taxCategoryId"] = id;
      if (!has || isAll) setTaxInside(dish, fields["inside"] === true);
    } else if (has) put(changing(dish), "taxCategoryId", undefined);
  }
}

/** The document without the tax: dishes and fees that had it have no tax of their own. */
export function removeTax(given: MenuDocument, id: string): MenuDocument {
  const document = copyOf(given);
  const whole = changing(document);
  const left = <T>(list: readonly T[] = [], stays: (one: T) => boolean): readonly T[] | undefined => {
    const kept = list.filter(stays);
    return kept.length === 0 ? undefined : kept;
  };
  put(
    whole,
    "taxCategories",
    left(document.taxCategories, ({ externalId }) => externalId !== id),
  );
  put(
    whole,
    "taxRates",
    left(document.taxRates, ({ taxCategoryId }) => taxCategoryId !== id),
  );
  const owners: readonly Changing[] = [...dishesWith(document, id), ...(document.fees ?? [])].map(changing);
  for (const owner of owners) if (owner["taxCategoryId"] === id) put(owner, "taxCategoryId", undefined);
  return document;
}

/** The names of rates of other taxes that are taken of this one too. */
export function ratesUpon(document: MenuDocument, id: string): readonly string[] {
  const own = ratesOf(document, id).map(({ externalId }) => externalId);
  return (document.taxRates ?? [])
    .filter(({ taxCategoryId }) => taxCategoryId !== id)
    .filter(({ compoundOnTaxRateIds = [] }) => compoundOnTaxRateIds.some((one) => own.includes(one)))
    .map(({ name }) => name);
}
