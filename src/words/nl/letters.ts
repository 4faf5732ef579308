/** Words of e-mails to guests. */
import { letters as english } from "../en/letters.ts";
import { translate } from "../translate.ts";

export const letters = translate(english, {
  "foot.why": "U krijgt deze e-mail omdat dit adres aan {venue} is gegeven.",
  "foot.stop": "Bent u dit niet? Geen e-mail meer naar dit adres",
  "foot.unsubscribe": "Geen herinneringen meer",
});
