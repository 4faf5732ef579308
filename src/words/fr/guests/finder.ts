import { finder as english } from "../../en/guests/finder.ts";
import { translate } from "../../translate.ts";

export const finder = translate(english, {
  left: "{minutes, plural, one {Encore # minute.} many {Encore # minutes.} other {Encore # minutes.}}",
  last_minute: "Plus qu’une minute.",
  times: "{count, plural, one {# horaire libre} many {# horaires libres} other {# horaires libres}}",
});
