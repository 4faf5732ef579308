import { finder as english } from "../../en/guests/finder.ts";
import { translate } from "../../translate.ts";

export const finder = translate(english, {
  left: "{minutes, plural, one {Falta # minuto.} many {Faltam # minutos.} other {Faltam # minutos.}}",
  last_minute: "Falta um minuto.",
  times: "{count, plural, one {# hora livre} many {# horas livres} other {# horas livres}}",
});
