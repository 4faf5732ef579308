import { asking as english } from "../en/asking.ts";
import { translate } from "../translate.ts";

export const asking = translate(english, {
  title: "Groepen",
  open: "{count, plural, one {# groep vraagt om een tafel} other {# groepen vragen om een tafel}}",
  none: "Geen groep wacht op antwoord.",
  people: "{count, plural, one {# persoon} other {# personen}}",
  "status.new": "Wacht op antwoord",
  "status.answered": "Beantwoord",
  words: "De groep schrijft:",
  answered: "Wij schreven:",
  answer: "Uw antwoord",
  send: "Antwoord versturen",
  book: "Tafel reserveren",
  decline: "Afwijzen",
  decline_sure: "Definitief afwijzen",
  "done.answer": "Het antwoord is verstuurd.",
  "done.decline": "De groep is afgewezen.",
  changed: "Iemand anders heeft intussen geantwoord.",
  "alerts.title": "Gasten die op een tafel wachten",
  "alerts.open": "{count, plural, one {# gast wacht op een tafel} other {# gasten wachten op een tafel}}",
  "alerts.none": "Niemand wacht op een tafel.",
  "alerts.offered": "Er is nu een tafel aangeboden",
  "alerts.unused": "{count, plural, one {# aanbod niet gebruikt} other {# keer niet gebruikt}}",
});
