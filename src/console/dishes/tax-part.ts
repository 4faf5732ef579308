/** A tax of the menu on its own page: its name, its percentage, whether prices contain it, and the dishes that have it. Pure. */
import type { MenuDocument, TaxRate } from "../../menus/document/menu-document.ts";
import { dishesOf } from "../menu/dish-parts.ts";
import { taxPath } from "../menu/dish-paths.ts";
import type { FormField, Option } from "../shell/form-fields.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";
import { textOrNull } from "../shell/row-fields.ts";
import type { CardPart, PartPage } from "./card-part.ts";
import { isMostInside, isTaxMixed } from "./tax-inside.ts";
import { longestName, plain } from "./text-fields.ts";
import { dishesWith, findTax, percentIn, plainRate, ratesUpon, removeTax, writeTax } from "./write-tax.ts";

/** The tax of that id; a new one, with that id, where `isNew`. */
export function taxPart(on: PartPage, id: string, isNew: boolean): CardPart {
  const { say, path } = on;
  const read = (document: MenuDocument): Fields | undefined =>
    findTax(document, id) !== undefined || isNew ? valuesOf(on, document, id) : undefined;
  return {
    kind: "tax",
    id,
    isNew,
    action: taxPath(path, id, isNew),
    read,
    sections: (document) => formOf(on, document, id),
    mistakes(document, fields) {
      const isWrong = hasPercent(document, id) && percentIn(textOrNull(fields["percent"])) === undefined;
      return new Map(isWrong ? [["percent", say("tax.percent_wrong")]] : []);
    },
    write: (document, fields) =>
      writeTax(document, id, fields, findTax(document, id) === undefined ? {} : (read(document) ?? {})),
    remove: (document) => removeTax(document, id),
    farewell(document) {
      const upon = ratesUpon(document, id);
      if (upon.length > 0) return { text: say("tax.remove_upon", { names: upon.join(", ") }), isBlocked: true };
      return { text: say("tax.remove_text", { count: dishesWith(document, id).length }), isBlocked: false };
    },
  };
}

/** Whether the form has the percentage: of a tax with other rates, the menu file has it. */
function hasPercent(document: MenuDocument, id: string): boolean {
  const rates = findTax(document, id)?.rates ?? [];
  return rates.length === 0 || plainRate(rates) !== undefined;
}

function valuesOf({ taxIsInside }: PartPage, document: MenuDocument, id: string): Fields {
  const tax = findTax(document, id);
  const rate = plainRate(tax?.rates ?? []);
  const dishes = tax === undefined ? withoutTax(document) : dishesWith(document, id);
  const isInside = isMostInside(dishes.flatMap(({ variations }) => variations));
  return {
    name: plain(rate?.name ?? tax?.category.name),
    ...(hasPercent(document, id) ? { percent: writtenPercent(rate) } : {}),
    inside: tax === undefined ? (isMostTaxedInside(document) ?? taxIsInside) : (isInside ?? taxIsInside),
    dishes: dishes.map(({ externalId }) => externalId).toSorted(),
  };
}

function writtenPercent(rate: TaxRate | undefined): string | null {
  return rate?.percentage === undefined ? null : String(Number(rate.percentage));
}

function withoutTax(document: MenuDocument) {
  return dishesOf(document).filter(({ taxCategoryId }) => taxCategoryId === undefined);
}

/** What the taxes that are there do; undefined where no dish has one. */
function isMostTaxedInside(document: MenuDocument): boolean | undefined {
  const taxed = dishesOf(document).filter(({ taxCategoryId }) => taxCategoryId !== undefined);
  return isMostInside(taxed.flatMap(({ variations }) => variations));
}

function formOf({ say }: PartPage, document: MenuDocument, id: string): Section[] {
  const options = dishesOf(document).map(({ externalId, name }): Option => [externalId, name]);
  const isPlain = hasPercent(document, id);
  const percent: FormField = {
    kind: "text",
    name: "percent",
    label: say("tax.percent"),
    hint: say("tax.percent_hint"),
    max: 10,
    optional: true,
  };
  return [
    {
      title: say("tax.title"),
      text: isPlain ? say("tax.text") : say("tax.more_rates"),
      fields: [
        { kind: "text", name: "name", label: say("dish.name"), hint: say("tax.name_hint"), max: longestName },
        ...(isPlain ? [percent] : []),
        {
          kind: "tick",
          name: "inside",
          label: say("tax.inside"),
          hint: say(isTaxMixed(dishesWith(document, id)) ? "tax.inside_mixed" : "tax.inside_hint"),
        },
      ],
    },
    ...(options.length === 0
      ? []
      : [
          {
            title: say("tax.dishes"),
            text: say("tax.dishes_text"),
            fields: [
              { kind: "ticks" as const, name: "dishes", label: say("tax.dishes_label"), options, least: 0 as const },
            ],
          },
        ]),
  ];
}
