import { today as english } from "../en/today.ts";
import { translate } from "../translate.ts";

export const today = translate(english, {
  now: "Hoy",
  week: "Qué salió mal en los últimos 7 días",
  "figure.guests": "comensales",
  "figure.bookings": "reservas",
  "figure.orders": "pedidos",
  "figure.accepted": "pedidos aceptados",
  "figure.waiting": "grupos esperando",
  "figure.seated": "grupos sentados desde la cola",
  "figure.undecided": "pedidos sin decisión",
  "figure.denied": "pedidos rechazados",
  "figure.cancelled": "pedidos anulados",
  "figure.no_shows": "ausencias",
  "figure.cancelled_bookings": "reservas anuladas por clientes",
  "figure.gone": "grupos que dejaron la cola",
  guests_see: "Ver lo que ven los clientes",
  "warn.none": "Nada le espera ahora mismo.",
  "warn.open": "Ver",
  "warn.inactive": "El restaurante está desactivado y no acepta pedidos. Pregunte a su operador.",
  "warn.unattended": "No hay ningún panel de pedidos abierto: nadie ve los pedidos nuevos.",
  "warn.concerned":
    "{count, plural, one {# reserva cae en un día cerrado.} many {# de reservas caen en días cerrados.} other {# reservas caen en días cerrados.}}",
  "warn.unkept":
    "{count, plural, one {# reserva próxima está} many {# reservas próximas están} other {# reservas próximas están}} a otra hora que la dicha al cliente: a esa hora no hay mesa libre.",
  "warn.address": "Los clientes no ven dónde está: falta la dirección.",
  "warn.tables": "Aún no hay mesas: los clientes no pueden reservar.",
  "warn.receiver": "Los clientes no pueden pedir: no hay ninguna caja conectada y el equipo no decide los pedidos.",
  "warn.menu": "Los clientes no pueden pedir: aún no hay carta.",
  "warn.alert_phone": "No se avisa a nadie cuando un pedido espera demasiado.",
  "closed.both": "Hoy está cerrado: sin pedidos ni reservas.",
  "closed.orders": "Hoy no hay pedidos: el día está cerrado.",
  "closed.bookings": "Hoy no hay reservas: el día está cerrado.",
  "warn.messaging":
    "Los clientes no reciben SMS ni correos sobre sus reservas: los mensajes están desactivados. Pregunte a su operador.",
  "warn.messages":
    "{count, plural, one {# mensaje a un cliente no llegó.} many {# de mensajes no llegaron.} other {# mensajes a clientes no llegaron.}}",
  "warn.undecided":
    "{count, plural, one {# pedido de hoy terminó sin que nadie decidiera.} many {# de pedidos de hoy terminaron sin que nadie decidiera.} other {# pedidos de hoy terminaron sin que nadie decidiera.}}",
  bookings: "Reservas en línea",
  "bookings.on": "Los clientes pueden reservar.",
  "bookings.off": "Los clientes no pueden reservar ahora.",
  "bookings.stop": "Dejar de aceptar reservas",
  "bookings.start": "Aceptar reservas",
  queue: "Cola en línea",
  "queue.on": "Los clientes pueden entrar en la cola en línea.",
  "queue.off": "La cola está cerrada en línea. Los grupos que están se quedan.",
  "queue.stop": "Cerrar la cola",
  "queue.start": "Abrir la cola",
});
