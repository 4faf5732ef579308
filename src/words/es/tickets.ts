import { tickets as english } from "../en/tickets.ts";
import { translate } from "../translate.ts";

export const tickets = translate(english, {
  title: "Ticket {number}",
  copy: "Copia {copy}",
  "due.at": "Listo a las {time}",
  "due.soon": "Lo antes posible",
  ordered: "Pedido a las {time}",
  lines: "{count, plural, one {# artículo} many {# de artículos} other {# artículos}}",
  note: "Nota",
  total: "Total",
  print: "Imprimir",
  back: "Volver a los pedidos",
  missing: "No encontramos este pedido.",
});
