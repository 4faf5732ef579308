/** Words of text messages; without signs that the GSM alphabet lacks. */
import { texts as english } from "../en/texts.ts";
import { translate } from "../translate.ts";

export const texts = translate(english, {
  joined: "Sie sind Nr. {position} auf der Warteliste, {wait}. Ansehen oder verlassen: {link}",
  free: "ein Tisch sollte frei sein",
  about: "etwa {minutes} Min.",
  ready: "Ihr Tisch ist frei. Bitte kommen Sie innerhalb von {minutes} Min.",
  confirmed: "reserviert für {party} am {date} um {time}. Code {code}.",
  reminder: "wir erwarten Sie am {date} um {time}, Tisch für {party}. Code {code}.",
  changed: "Ihre Reservierung ist jetzt für {party} am {date} um {time}. Code {code}.",
  cancelled: "Ihr Tisch am {date} um {time} ist abgesagt.",
  reason: "Grund:",
  manage: "Ändern oder absagen:",
  details: "Mehr dazu:",
  alert:
    "{orders, plural, one {Bestellung {number} wartet} other {# Bestellungen warten, zuerst Nr. {number},}} und niemand antwortet. Bitte öffnen Sie die Bestelltafel.",
  invited: "Sie sind ins Team eingeladen. Öffnen Sie den Link binnen 7 Tagen, er gilt einmal: {link}",
  stop: "STOP beendet die Nachrichten.",
  stopped: "Sie erhalten keine Nachrichten mehr. Mit START erhalten Sie wieder welche.",
  started: "Sie erhalten wieder Nachrichten. Mit STOP enden sie.",
  help: "Nachrichten zu Ihrem Tisch oder Ihrer Reservierung. STOP beendet sie; für alles andere rufen Sie das Restaurant an.",
});
