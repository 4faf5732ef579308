import { screens as english } from "../en/screens.ts";
import { translate } from "../translate.ts";

export const screens = translate(english, {
  close: "Schließen",
  "stale.title": "Keine Verbindung seit {time}",
  "stale.text": "Sie können wieder entscheiden, sobald die Verbindung da ist.",
  "stale.next": "{seconds, plural, one {Nächster Versuch in # Sekunde} other {Nächster Versuch in # Sekunden}}",
  "stale.trying": "Versuch läuft",
  "fail.offline": "Keine Verbindung. Nichts wurde gesendet.",
  "fail.other": "Das hat nicht geklappt. Noch einmal versuchen.",
  "fail.signed_out": "Sie sind abgemeldet.",
  "fail.sign_in": "Anmelden",
  "person.title": "Wer sind Sie?",
  "person.pin": "PIN von {name}",
  "person.no_pin": "Noch keine PIN",
  "person.delete": "Letzte Ziffer löschen",
  "person.submit": "Bestätigen",
  "person.wrong": "Diese PIN stimmt nicht.",
  "person.locked": "Zu viele falsche PINs. 5 Minuten warten oder einen anderen Namen wählen.",
  "person.none": "Hier kann noch niemand gewählt werden. Eine Leitung lädt Personen ein.",
});
