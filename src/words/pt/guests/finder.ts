import { finder as english } from "../../en/guests/finder.ts";
import { translate } from "../../translate.ts";

export const finder = translate(english, {
  left: "({minutes, plural, one {falta # minuto} many {faltam # minutos} other {faltam # minutos}})",
  last_minute: "Falta um minuto.",
  times: "{count, plural, one {# hora livre} many {# horas livres} other {# horas livres}}",
});
