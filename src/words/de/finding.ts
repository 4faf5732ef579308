import { finding as en } from "../en/finding.ts";
import { translate } from "../translate.ts";

export const finding = translate(en, {
  "link.gone": "Dieser Link gilt nicht mehr",
  "link.next": "Links in Nachrichten gelten bis 30 Tage nach der Bestellung oder dem Besuch.",
  "link.find": "Bestellung oder Reservierung finden",
});
