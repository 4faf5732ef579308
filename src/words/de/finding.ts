import { finding as english } from "../en/finding.ts";
import { translate } from "../translate.ts";

export const finding = translate(english, {
  "link.gone": "Dieser Link gilt nicht mehr",
  "link.next": "Links in Nachrichten gelten bis 30 Tage nach der Bestellung oder dem Besuch.",
  "link.find": "Bestellung oder Reservierung finden",
  title: "Bestellung oder Reservierung finden",
  intro: "Der Code steht in Ihrer Nachricht und auf Ihrer Seite.",
  code: "Code",
  "code.hint": "8 Buchstaben und Ziffern, zum Beispiel 7KQ4MXRT",
  contact: "Telefonnummer oder E-Mail",
  "contact.hint": "Wie bei der Bestellung oder Reservierung angegeben. Nummern mit + und Landesvorwahl beginnen.",
  button: "Finden",
  none: "Keine Bestellung oder Reservierung passt zu beidem.",
  "none.next": "Prüfen Sie beides, oder lassen Sie sich die Links senden.",
  wait: "{minutes, plural, one {Zu viele Versuche. In # Minute können Sie es wieder versuchen.} other {Zu viele Versuche. In # Minuten können Sie es wieder versuchen.}}",
  "mine.title": "Ihre Bestellungen und Reservierungen",
  "mine.intro": "Diese Liste bleibt nur in diesem Browser, 90 Tage lang.",
  "mine.empty": "Hier ist noch nichts gespeichert.",
  "mine.forget": "Vergessen",
  "mine.forget_all": "Alle vergessen",
  "mine.again": "Nochmals bestellen zu heutigen Preisen",
  "mine.link": "Bestellungen und Reservierungen dieses Browsers",
  "mine.forgotten": "Vergessen",
  "mine.off": "Dieser Browser führt keine Skripte aus und hat darum keine Liste.",
});
