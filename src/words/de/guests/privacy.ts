import { privacy as english } from "../../en/guests/privacy.ts";
import { translate } from "../../translate.ts";

export const privacy = translate(english, {
  title: "Datenschutz",
  intro: "Was Sie schreiben, geht an das Restaurant. Hier steht, wer noch beteiligt ist und was er sieht.",
  addresses: "Ihre Adresse finden",
  "addresses.none": "Ihre Adresse sucht nur dieser Dienst.",
  "addresses.host": "Was Sie bei der Adresssuche schreiben, geht ohne Ihren Namen an {host}.",
  maps: "Karten",
  "maps.none": "Karten laden nichts von anderen.",
  "maps.host":
    "Karten laden Bilder von {host}. Dort sieht man die Netzadresse Ihres Geräts und den Ausschnitt der Karte.",
  messages: "Nachrichten",
  "mail.none": "Keine E-Mail verlässt diesen Dienst.",
  "mail.host": "E-Mails an Sie laufen über {host}.",
  texts: "SMS an Sie laufen über Twilio.",
  "texts.none": "Keine SMS verlässt diesen Dienst.",
  payments: "Bezahlen",
  "payments.stripe": "Sie bezahlen auf der Seite von Stripe. Ihre Kartennummer kommt nie zu uns.",
  "payments.test": "Zahlungen sind hier nur zum Ausprobieren. Es fließt kein Geld.",
  browser: "In Ihrem Browser",
  "browser.cookies":
    "Cookies merken sich Ihre Sprache ein Jahr, die Adresse einer Bestellung drei Stunden und eine unbezahlte Bestellung eine Stunde.",
  "browser.kept":
    "Die Liste Ihrer Bestellungen bleibt 90 Tage in diesem Browser, Ihre Adresse nur, wenn Sie es angekreuzt haben.",
  kept: "Was bleibt",
  "kept.logs": "Was Sie schreiben, steht in keinem Protokoll.",
  "kept.erase": "Fragen Sie das Restaurant, was es über Sie speichert, oder lassen Sie es löschen.",
});
