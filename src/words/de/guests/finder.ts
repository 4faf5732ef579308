import { finder as english } from "../../en/guests/finder.ts";
import { translate } from "../../translate.ts";

export const finder = translate(english, {
  left: "{minutes, plural, one {Noch # Minute.} other {Noch # Minuten.}}",
  last_minute: "Noch eine Minute.",
  times: "{count, plural, one {# freie Zeit} other {# freie Zeiten}}",
});
