import { finder as english } from "../../en/guests/finder.ts";
import { translate } from "../../translate.ts";

export const finder = translate(english, {
  left: "{minutes, plural, one {Queda # minuto.} many {Quedan # minutos.} other {Quedan # minutos.}}",
  last_minute: "Queda un minuto.",
  times: "{count, plural, one {# hora libre} many {# horas libres} other {# horas libres}}",
});
