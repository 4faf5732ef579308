/** Words of e-mails to guests. */
import { letters as english } from "../en/letters.ts";
import { translate } from "../translate.ts";

export const letters = translate(english, {
  "foot.why": "Sie bekommen diese E-Mail, weil bei {venue} diese Adresse angegeben wurde.",
  "foot.stop": "Nicht Sie? Keine E-Mails mehr an diese Adresse",
  "foot.unsubscribe": "Keine Erinnerungen mehr",
});
