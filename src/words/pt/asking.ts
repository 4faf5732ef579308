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
  "alerts.title": "Clientes à espera de mesa",
  "alerts.open":
    "{count, plural, one {# cliente espera mesa} many {# de clientes esperam mesa} other {# clientes esperam mesa}}",
  "alerts.none": "Ninguém espera mesa.",
  "alerts.offered": "Uma mesa está oferecida agora",
  "alerts.unused":
    "{count, plural, one {# oferta não usada} many {# de ofertas não usadas} other {# ofertas não usadas}}",
});
