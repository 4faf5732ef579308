/** A part of the live menu that has a page of its own: a dish, a section, a group of choices or a tax. Types only. */
import type { MenuDocument } from "../../menus/document/menu-document.ts";
import type { Mistakes } from "../shell/form-fields.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";
import type { speak } from "../../words/speak.ts";
import type { Say } from "./text-fields.ts";

/** Words about times, and the days of the week. */
export interface HourWords {
  readonly say: ReturnType<typeof speak<"setup">>;
  readonly day: (of: number) => string;
}

/** What a part of the menu needs to know of its page. */
export interface PartPage {
  readonly say: Say;
  readonly hours: HourWords;
  readonly path: string;
  /** Says that a text is missing or too long. */
  readonly needed: string;
  /** The language of the menu's own texts. */
  readonly baseOf: (document: MenuDocument) => string;
  /** Whether prices contain their taxes where the location is. */
  readonly taxIsInside: boolean;
}

export type PartKind = "dish" | "section" | "choices" | "tax";

export interface CardPart {
  readonly kind: PartKind;
  readonly id: string;
  /** Where the form is sent to. */
  readonly action: string;
  readonly isNew: boolean;
  /** What the part says, or what the form of a new one begins with; undefined where the menu has no such part. */
  readonly read: (document: MenuDocument) => Fields | undefined;
  /** The parts of the form; `sent` is all that a form says that came back. */
  readonly sections: (document: MenuDocument, sent: Fields) => readonly Section[];
  /** What the fields let through and a menu does not. */
  readonly mistakes: (document: MenuDocument, fields: Fields) => Mistakes;
  /** The document with the part as the fields say. */
  readonly write: (document: MenuDocument, fields: Fields) => MenuDocument;
  readonly remove: (document: MenuDocument) => MenuDocument;
  /** What is said before the part is taken away; `isBlocked`: that first has to be moved or taken away. */
  readonly farewell: (document: MenuDocument) => { readonly text: string; readonly isBlocked: boolean };
}
