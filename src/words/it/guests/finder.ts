import { finder as english } from "../../en/guests/finder.ts";
import { translate } from "../../translate.ts";

export const finder = translate(english, {
  left: "{minutes, plural, one {Ancora # minuto.} many {Ancora # minuti.} other {Ancora # minuti.}}",
  last_minute: "Ancora un minuto.",
  times: "{count, plural, one {# orario libero} many {# orari liberi} other {# orari liberi}}",
});
