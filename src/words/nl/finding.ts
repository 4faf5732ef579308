import { finding as en } from "../en/finding.ts";
import { translate } from "../translate.ts";

export const finding = translate(en, {
  "link.gone": "Deze link werkt niet meer",
  "link.next": "Links in berichten werken tot 30 dagen na de bestelling of het bezoek.",
  "link.find": "Bestelling of reservering zoeken",
});
