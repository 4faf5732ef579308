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
});
