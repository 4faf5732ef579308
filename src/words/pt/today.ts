import { today as english } from "../en/today.ts";
import { translate } from "../translate.ts";

export const today = translate(english, {
  now: "Hoje",
  week: "O que correu mal nos últimos 7 dias",
  "figure.guests": "clientes",
  "figure.bookings": "reservas",
  "figure.orders": "pedidos",
  "figure.accepted": "pedidos aceites",
  "figure.waiting": "grupos à espera",
  "figure.seated": "grupos sentados da fila",
  "figure.undecided": "pedidos sem decisão",
  "figure.denied": "pedidos recusados",
  "figure.cancelled": "pedidos anulados",
  "figure.no_shows": "faltas",
  "figure.cancelled_bookings": "reservas anuladas por clientes",
  "figure.gone": "grupos que saíram da fila",
  guests_see: "Ver o que os clientes veem",
  "warn.none": "Nada espera por si neste momento.",
  "warn.open": "Ver",
  "warn.inactive": "O restaurante está desligado e não aceita pedidos. Pergunte ao seu operador.",
  "warn.unattended": "Nenhum quadro de pedidos está aberto: ninguém vê os pedidos novos.",
  "warn.concerned":
    "{count, plural, one {# reserva calha num dia fechado.} many {# de reservas calham em dias fechados.} other {# reservas calham em dias fechados.}}",
  "warn.unkept":
    "{count, plural, one {# reserva futura está} many {# reservas futuras estão} other {# reservas futuras estão}} a uma hora diferente da que foi dita ao cliente: a essa hora não há mesa livre.",
  "warn.address": "Os clientes não veem onde fica: falta a morada.",
  "warn.tables": "Ainda não há mesas: os clientes não podem reservar.",
  "warn.receiver": "Os clientes não podem pedir: nenhuma caixa está ligada e a equipa não decide os pedidos.",
  "warn.menu": "Os clientes não podem pedir: ainda não há ementa.",
  "warn.alert_phone": "Ninguém é avisado quando um pedido espera demais.",
  "closed.both": "Hoje está fechado: sem pedidos nem reservas.",
  "closed.orders": "Hoje não há pedidos: o dia está fechado.",
  "closed.bookings": "Hoje não há reservas: o dia está fechado.",
  "warn.messaging":
    "Os clientes não recebem SMS nem e-mails sobre as suas reservas: as mensagens estão desligadas. Pergunte ao seu operador.",
  "warn.messages":
    "{count, plural, one {# mensagem a um cliente não chegou.} many {# de mensagens não chegaram.} other {# mensagens a clientes não chegaram.}}",
  "warn.undecided":
    "{count, plural, one {# pedido de hoje acabou porque ninguém decidiu.} many {# de pedidos de hoje acabaram porque ninguém decidiu.} other {# pedidos de hoje acabaram porque ninguém decidiu.}}",
  bookings: "Reservas online",
  "bookings.on": "Os clientes podem reservar.",
  "bookings.off": "Os clientes não podem reservar agora.",
  "bookings.stop": "Deixar de aceitar reservas",
  "bookings.start": "Aceitar reservas",
  queue: "Fila online",
  "queue.on": "Os clientes podem entrar na fila online.",
  "queue.off": "A fila online está fechada. Os grupos nela ficam.",
  "queue.stop": "Fechar a fila",
  "queue.start": "Abrir a fila",
});
