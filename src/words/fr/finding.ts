import { finding as en } from "../en/finding.ts";
import { translate } from "../translate.ts";

export const finding = translate(en, {
  "link.gone": "Ce lien n’est plus valable",
  "link.next": "Les liens de nos messages restent valables 30 jours après la commande ou la visite.",
  "link.find": "Retrouver une commande ou une réservation",
});
