/** A group of choices on its own page, and what its rules do not allow, in words. Pure. */
import type { MenuDocument } from "../../menus/document/menu-document.ts";
import { effectiveRules, faultsOfRules, OptionRoom } from "../../menus/document/selection-rules.ts";
import { dishesOf, usersOf } from "../menu/dish-parts.ts";
import { choicesPath } from "../menu/dish-paths.ts";
import type { Fields } from "../shell/merge-three.ts";
import { rowsIn, textsOf } from "../shell/row-fields.ts";
import type { CardPart, PartPage } from "./card-part.ts";
import { groupFields, groupSections, type FormGroup } from "./choices-fields.ts";
import type { Say } from "./text-fields.ts";
import { attachmentsOf, groupOf, removeGroup, writeGroup } from "./write-choices.ts";

/** The group of that id; a new one, with that id, where `isNew`. */
export function choicesPart({ say, path, baseOf }: PartPage, id: string, isNew: boolean): CardPart {
  const formOf = (document: MenuDocument): FormGroup => ({ document, groupId: id, base: baseOf(document) });
  return {
    kind: "choices",
    id,
    isNew,
    action: choicesPath(path, id, isNew),
    read: (document) => (groupOf(document, id) === undefined && !isNew ? undefined : groupFields(formOf(document))),
    sections: (document, sent) => groupSections(say, formOf(document), sent),
    mistakes: (document, fields) => groupMistakes(say, formOf(document), fields),
    write: (document, fields) => writeGroup(formOf(document), fields),
    remove: (document) => removeGroup(document, id),
    farewell(document) {
      const names = usersOf(document, id);
      const text =
        names.length === 0
          ? say("choices.remove_text")
          : say("choices.remove_used", { count: names.length, names: names.join(", ") });
      return { text, isBlocked: false };
    },
  };
}

function groupMistakes(say: Say, form: FormGroup, fields: Fields): ReadonlyMap<string, string> {
  const mistakes = new Map<string, string>();
  if (rowsIn("option", fields).length === 0) mistakes.set("option.new1", say("choices.no_option"));
  const twice = twiceOf(form, fields);
  if (twice.length > 0) mistakes.set("sizes", say("choices.twice", { names: twice.join(", ") }));
  if (mistakes.size > 0) return mistakes;
  const document = writeGroup(form, fields);
  const group = groupOf(document, form.groupId);
  if (group === undefined) return mistakes;
  const room = new OptionRoom(group.options);
  const { minSelections: least = 0, maxSelections: most } = group;
  const [fault] = faultsOfRules(group, room);
  if (most !== undefined && least > most) mistakes.set("most", say("choices.most_low", { least: String(least) }));
  else if (least > room.mostOf(group.maxUniqueSelections ?? room.optionCount))
    mistakes.set(
      "least",
      say("choices.least_high", { count: room.mostOf(group.maxUniqueSelections ?? room.optionCount) }),
    );
  else if (fault !== undefined) mistakes.set("most", say("choices.other_rules"));
  if (mistakes.size > 0) return mistakes;
  const isWrong = attachmentsOf(document, form.groupId).some(
    (own) => faultsOfRules(effectiveRules(group, own), room, own).length > 0,
  );
  if (isWrong) mistakes.set("most", say("choices.own_rules"));
  return mistakes;
}

/** Sizes that are ticked beside their dish: guests would be asked twice. What stands so in the menu already, may stay. */
function twiceOf(form: FormGroup, fields: Fields): readonly string[] {
  const before = groupFields(form);
  const has = (side: Fields, name: string, id: string): boolean => textsOf(side[name]).includes(id);
  return dishesOf(form.document).flatMap((dish) => {
    const both = (side: Fields): boolean =>
      has(side, "dishes", dish.externalId) && dish.variations.some(({ externalId }) => has(side, "sizes", externalId));
    return both(fields) && !both(before) ? [dish.name] : [];
  });
}
