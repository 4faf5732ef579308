import { pages as english } from "../en/pages.ts";
import { translate } from "../translate.ts";

export const pages = translate(english, {
  skip: "Zum Inhalt",
  languages: "Sprache",
  privacy: "Datenschutz",
  served_by: "Bereitgestellt von",
  unanswered: "Es kam keine Antwort. Prüfen Sie die Verbindung und drücken Sie noch einmal.",
  "not_found.title": "Seite nicht gefunden",
  "not_found.text": "Der Link ist unvollständig, oder die Seite gibt es nicht mehr. Prüfen Sie den Link.",
  "foreign.title": "Dieses Formular kam von einer anderen Website",
  "foreign.text": "Öffnen Sie die Seite selbst und senden Sie das Formular von dort.",
  "too_many.title": "Zu viele Anfragen",
  "too_many.text":
    "{seconds, plural, one {Warten Sie # Sekunde und laden Sie die Seite neu.} other {Warten Sie # Sekunden und laden Sie die Seite neu.}}",
  "unreadable.title": "Das hat nicht geklappt",
  "unreadable.text":
    "Was der Browser gesendet hat, ist nicht lesbar. Gehen Sie zurück, laden Sie die Seite neu und wiederholen Sie es.",
  "busy.title": "Gerade ist viel los",
  "busy.text": "Wir sind nicht rechtzeitig fertig geworden. Laden Sie die Seite gleich noch einmal.",
  "busy.again": "Das konnten wir gerade nicht annehmen. Warten Sie einen Moment und drücken Sie noch einmal.",
  "fault.title": "Bei uns ist etwas ausgefallen",
  "fault.text": "Es liegt nicht an Ihnen. Laden Sie die Seite neu. Hilft das nicht, rufen Sie das Restaurant an.",
  "too_large.title": "Die Datei ist zu groß",
  "too_large.text": "Wählen Sie eine kleinere Datei. Die Seite sagt, wie groß sie sein darf.",
});
