/** An English page of a part of a menu, for tests. */
import { speak } from "../../words/speak.ts";
import { dayNames } from "../setup/week-days.ts";
import type { PartPage } from "./card-part.ts";

export const englishPage: PartPage = {
  say: speak("en", "menu"),
  hours: { say: speak("en", "setup"), day: dayNames("en") },
  path: "/menu",
  needed: "needed",
  baseOf: () => "en",
  taxIsInside: true,
};
