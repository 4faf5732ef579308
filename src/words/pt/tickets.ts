import { tickets as english } from "../en/tickets.ts";
import { translate } from "../translate.ts";

export const tickets = translate(english, {
  title: "Talão {number}",
  copy: "Cópia {copy}",
  "due.at": "Pronto às {time}",
  "due.soon": "Assim que possível",
  ordered: "Pedido às {time}",
  lines: "{count, plural, one {# artigo} many {# de artigos} other {# artigos}}",
  note: "Nota",
  total: "Total",
  print: "Imprimir",
  back: "Voltar aos pedidos",
  missing: "Não encontrámos este pedido.",
});
