/** Words of e-mails to guests. */
import { letters as english } from "../en/letters.ts";
import { translate } from "../translate.ts";

export const letters = translate(english, {
  "foot.why": "Recibe este correo porque se dio esta dirección a {venue}.",
  "foot.stop": "¿No es usted? No escribir más a esta dirección",
  "foot.unsubscribe": "No más recordatorios",
});
