/** Words of e-mails to guests. */
import { letters as english } from "../en/letters.ts";
import { translate } from "../translate.ts";

export const letters = translate(english, {
  "foot.why": "Recebe este e-mail porque este endereço foi indicado a {venue}.",
  "foot.stop": "Não é para si? Deixar de escrever para este endereço",
  "foot.unsubscribe": "Não quero mais lembretes",
});
