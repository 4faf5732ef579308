import { closing as english } from "../en/closing.ts";
import { translate } from "../translate.ts";

export const closing = translate(english, {
  title: "Dias fechados",
  text: "Feriados, férias: nestes dias não há pedidos nem mesas. Os pedidos e as reservas já feitos ficam.",
  none: "Nenhum dia próximo está fechado.",
  first: "Primeiro dia",
  last: "Último dia, se forem vários",
  what: "O que está fechado",
  "what.orders": "Pedidos",
  "what.bookings": "Reservas",
  submit: "Fechar estes dias",
  open: "Voltar a abrir",
  both: "Sem pedidos nem reservas.",
  orders: "Sem pedidos.",
  "orders.half": "Sem pedidos. As mesas podem ser reservadas.",
  "bookings.half": "Sem reservas. Os pedidos entram.",
  "also.orders": "Também sem pedidos",
  "also.bookings": "Também sem reservas",
  blackout: "A linha abaixo, em «{title}», di-lo.",
  past: "Escolha um dia que não tenha passado.",
  most: "Feche no máximo {most} dias de cada vez.",
  far: "Este dia está demasiado longe.",
  nothing: "Assinale pelo menos um.",
  span: "{first} a {last}",
  scheduled:
    "{count, plural, one {# pedido para mais tarde calha num dia sem pedidos. Ligue ao cliente ou volte a abrir.} many {# de pedidos para mais tarde calham em dias sem pedidos. Ligue aos clientes ou volte a abrir.} other {# pedidos para mais tarde calham em dias sem pedidos. Ligue aos clientes ou volte a abrir.}}",
  "last.before": "O fim é antes do início.",
});
