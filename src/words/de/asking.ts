import { asking as english } from "../en/asking.ts";
import { translate } from "../translate.ts";

export const asking = translate(english, {
  title: "Gruppen",
  open: "{count, plural, one {# Gruppe fragt nach einem Tisch} other {# Gruppen fragen nach einem Tisch}}",
  none: "Keine Gruppe wartet auf eine Antwort.",
  people: "{count, plural, one {# Person} other {# Personen}}",
  "status.new": "Wartet auf Antwort",
  "status.answered": "Beantwortet",
  words: "Die Gruppe schreibt:",
  answered: "Wir schrieben:",
  answer: "Ihre Antwort",
  send: "Antwort senden",
  book: "Tisch reservieren",
  decline: "Absagen",
  decline_sure: "Endgültig absagen",
  "done.answer": "Die Antwort ist gesendet.",
  "done.decline": "Der Gruppe ist abgesagt.",
  changed: "Jemand anderes hat inzwischen geantwortet.",
  "alerts.title": "Gäste, die auf einen Tisch warten",
  "alerts.open": "{count, plural, one {# Gast wartet auf einen Tisch} other {# Gäste warten auf einen Tisch}}",
  "alerts.none": "Niemand wartet auf einen Tisch.",
  "alerts.offered": "Gerade ist ein Tisch angeboten",
  "alerts.unused": "{count, plural, one {# Angebot nicht genutzt} other {# Angebote nicht genutzt}}",
});
