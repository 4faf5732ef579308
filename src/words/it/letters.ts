/** Words of e-mails to guests. */
import { letters as english } from "../en/letters.ts";
import { translate } from "../translate.ts";

export const letters = translate(english, {
  "foot.why": "Riceve questa e-mail perché questo indirizzo è stato dato a {venue}.",
  "foot.stop": "Non è lei? Non scrivere più a questo indirizzo",
  "foot.unsubscribe": "Niente più promemoria",
});
