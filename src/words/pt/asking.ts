import { asking as english } from "../en/asking.ts";
import { translate } from "../translate.ts";

export const asking = translate(english, {
  title: "Grupos",
  open: "{count, plural, one {# grupo pede mesa} many {# de grupos pedem mesa} other {# grupos pedem mesa}}",
  none: "Nenhum grupo espera resposta.",
  people: "{count, plural, one {# pessoa} many {# de pessoas} other {# pessoas}}",
  "status.new": "Espera resposta",
  "status.answered": "Respondido",
  words: "O grupo escreve:",
  answered: "Escrevemos:",
  answer: "A sua resposta",
  send: "Enviar a resposta",
  book: "Reservar mesa",
  decline: "Recusar",
  decline_sure: "Recusar de vez",
  "done.answer": "A resposta foi enviada.",
  "done.decline": "O grupo recebeu um não.",
  changed: "Outra pessoa respondeu entretanto.",
});
