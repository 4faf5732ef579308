import { outbox as english } from "../en/outbox.ts";
import { translate } from "../translate.ts";

export const outbox = translate(english, {
  title: "Postausgang",
  text: "Diese Nachrichten bleiben hier und gehen an niemanden. Zeiten sind UTC.",
  none: "Es gibt noch keine Nachricht.",
  older: "Ältere Nachrichten",
  sms: "SMS",
  email: "E-Mail",
  as_sent: "So würde sie gesendet",
  calendar: "Kalenderdatei",
  forgotten: "Der Text wird nicht aufbewahrt.",
  not_found: "Diese Seite gibt es nicht",
  "not_found.text": "Prüfen Sie die Adresse.",
});
