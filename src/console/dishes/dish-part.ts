/** A dish on its own page. Pure. */
import type { MenuDocument } from "../../menus/document/menu-document.ts";
import { dishPath } from "../menu/dish-paths.ts";
import type { Mistakes } from "../shell/form-fields.ts";
import type { Fields } from "../shell/merge-three.ts";
import { rowsIn, textsOf } from "../shell/row-fields.ts";
import type { CardPart, PartPage } from "./card-part.ts";
import { dishFields, dishSections, newDishFields, type FormDish } from "./dish-fields.ts";
import type { Named } from "./dish-marks.ts";
import { removeDish, writeDish } from "./write-dish.ts";

/** The dish of that id; `newIn` is the section that a new one was begun in. `needed` says that a text is missing. */
export function dishPart(
  { say, path, baseOf, needed }: PartPage,
  { id, newIn, named }: { readonly id: string; readonly newIn: string | null; readonly named: Named },
): CardPart {
  const formOf = (document: MenuDocument): FormDish => ({ document, dishId: id, base: baseOf(document) });
  return {
    kind: "dish",
    id,
    isNew: newIn !== null,
    action: dishPath(path, id, newIn),
    read(document) {
      const form = formOf(document);
      return dishFields(form) ?? (newIn === null ? undefined : newDishFields(document, form.base, newIn));
    },
    sections: (document, sent) => dishSections(say, formOf(document), sent, named),
    mistakes(_, fields): Mistakes {
      const mistakes = new Map<string, string>();
      if (rowsIn("size", fields).length === 0) mistakes.set("size.new1", say("dish.no_size"));
      for (const name of namelessExtras(fields)) mistakes.set(name, needed);
      return mistakes;
    },
    write: (document, fields) => writeDish(formOf(document), fields),
    remove: (document) => removeDish(document, id),
    farewell: () => ({ text: say("dish.remove_text"), isBlocked: false }),
  };
}

function namelessExtras(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith("extra-") && Array.isArray(value) && textsOf(value)[0] === "" ? [name] : [],
  );
}
