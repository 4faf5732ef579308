import { finding as en } from "../en/finding.ts";
import { translate } from "../translate.ts";

export const finding = translate(en, {
  "link.gone": "Questo link non è più valido",
  "link.next": "I link nei messaggi valgono fino a 30 giorni dopo l’ordine o la visita.",
  "link.find": "Trova un ordine o una prenotazione",
});
