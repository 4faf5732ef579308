import { asking as english } from "../en/asking.ts";
import { translate } from "../translate.ts";

export const asking = translate(english, {
  title: "Grupos",
  open: "{count, plural, one {# grupo pide mesa} many {# de grupos piden mesa} other {# grupos piden mesa}}",
  none: "Ningún grupo espera respuesta.",
  people: "{count, plural, one {# persona} many {# de personas} other {# personas}}",
  "status.new": "Espera respuesta",
  "status.answered": "Respondido",
  words: "El grupo escribe:",
  answered: "Escribimos:",
  answer: "Su respuesta",
  send: "Enviar la respuesta",
  book: "Reservar una mesa",
  decline: "Rechazar",
  decline_sure: "Rechazar del todo",
  "done.answer": "La respuesta se ha enviado.",
  "done.decline": "Se ha dicho que no al grupo.",
  changed: "Otra persona respondió mientras tanto.",
  "alerts.title": "Clientes que esperan mesa",
  "alerts.open":
    "{count, plural, one {# cliente espera mesa} many {# de clientes esperan mesa} other {# clientes esperan mesa}}",
  "alerts.none": "Nadie espera mesa.",
  "alerts.offered": "Ahora tiene una mesa ofrecida",
  "alerts.unused": "{count, plural, one {# oferta sin usar} many {# de ofertas sin usar} other {# ofertas sin usar}}",
});
