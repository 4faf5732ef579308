import { closing as english } from "../en/closing.ts";
import { translate } from "../translate.ts";

export const closing = translate(english, {
  title: "Días cerrados",
  text: "Festivos, vacaciones: esos días no hay pedidos ni mesas. Los pedidos y las reservas ya hechos se mantienen.",
  none: "Ningún día próximo está cerrado.",
  first: "Primer día",
  last: "Último día, si son varios",
  what: "Qué se cierra",
  "what.orders": "Pedidos",
  "what.bookings": "Reservas",
  submit: "Cerrar estos días",
  open: "Volver a abrir",
  both: "Sin pedidos ni reservas.",
  orders: "Sin pedidos.",
  "orders.half": "Sin pedidos. Se pueden reservar mesas.",
  "bookings.half": "Sin reservas. Entran pedidos.",
  "also.orders": "Tampoco pedidos",
  "also.bookings": "Tampoco reservas",
  blackout: "Lo dice la fila de abajo, en «{title}».",
  past: "Elija un día que no haya pasado.",
  most: "Cierre como máximo {most} días a la vez.",
  far: "Este día está demasiado lejos.",
  nothing: "Marque al menos una casilla.",
  span: "{first} a {last}",
  scheduled:
    "{count, plural, one {# pedido para más tarde cae en un día sin pedidos. Llame al cliente o vuelva a abrir.} many {# de pedidos para más tarde caen en días sin pedidos. Llame a los clientes o vuelva a abrir.} other {# pedidos para más tarde caen en días sin pedidos. Llame a los clientes o vuelva a abrir.}}",
  "last.before": "El final es anterior al principio.",
});
