import { tickets as english } from "../en/tickets.ts";
import { translate } from "../translate.ts";

export const tickets = translate(english, {
  title: "Ticket {number}",
  copy: "Copie {copy}",
  "due.at": "Prête à {time}",
  "due.soon": "Dès que possible",
  ordered: "Commandée à {time}",
  lines: "{count, plural, one {# article} many {# d’articles} other {# articles}}",
  note: "Remarque",
  total: "Total",
  print: "Imprimer",
  back: "Retour aux commandes",
  missing: "Nous n’avons pas trouvé cette commande.",
});
