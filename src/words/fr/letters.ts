/** Words of e-mails to guests. */
import { letters as english } from "../en/letters.ts";
import { translate } from "../translate.ts";

export const letters = translate(english, {
  "foot.why": "Vous recevez ce message parce que cette adresse a été donnée à {venue}.",
  "foot.stop": "Ce n’est pas vous ? Ne plus écrire à cette adresse",
  "foot.unsubscribe": "Plus de rappels",
});
