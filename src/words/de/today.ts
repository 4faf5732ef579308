import { today as english } from "../en/today.ts";
import { translate } from "../translate.ts";

export const today = translate(english, {
  now: "Heute",
  week: "Was in den letzten 7 Tagen schiefging",
  "figure.guests": "Gäste",
  "figure.bookings": "Reservierungen",
  "figure.orders": "Bestellungen",
  "figure.accepted": "angenommene Bestellungen",
  "figure.waiting": "Gruppen warten jetzt",
  "figure.seated": "Gruppen aus der Warteliste platziert",
  "figure.undecided": "unentschiedene Bestellungen",
  "figure.denied": "abgelehnte Bestellungen",
  "figure.cancelled": "stornierte Bestellungen",
  "figure.no_shows": "nicht erschienen",
  "figure.cancelled_bookings": "von Gästen stornierte Reservierungen",
  "figure.gone": "Gruppen, die nicht warteten",
  guests_see: "Ansehen, was Gäste sehen",
  "warn.none": "Im Moment braucht Sie nichts.",
  "warn.open": "Ansehen",
  "warn.inactive": "Das Restaurant ist abgeschaltet und nimmt keine Bestellungen an. Fragen Sie Ihren Betreiber.",
  "warn.unattended": "Keine Bestelltafel ist offen: Neue Bestellungen sieht niemand.",
  "warn.concerned":
    "{count, plural, one {# Reservierung liegt an einem geschlossenen Tag.} other {# Reservierungen liegen an geschlossenen Tagen.}}",
  "warn.unkept":
    "{count, plural, one {# künftige Reservierung steht} other {# künftige Reservierungen stehen}} auf einer anderen Zeit, als dem Gast gesagt wurde: Zu dessen Zeit ist kein Tisch frei.",
  "warn.address": "Gäste sehen nicht, wo Sie sind: Die Adresse fehlt.",
  "warn.tables": "Noch keine Tische: Gäste können nicht reservieren.",
  "warn.receiver":
    "Gäste können nicht bestellen: Keine Kasse ist verbunden, und das Team entscheidet keine Bestellungen.",
  "warn.menu": "Gäste können nicht bestellen: Es gibt noch keine Speisekarte.",
  "warn.alert_phone": "Niemand bekommt eine SMS, wenn eine Bestellung zu lange wartet.",
  "closed.both": "Heute ist geschlossen: keine Bestellungen, keine Reservierungen.",
  "closed.orders": "Heute keine Bestellungen: der Tag ist geschlossen.",
  "closed.bookings": "Heute keine Reservierungen: der Tag ist geschlossen.",
  "warn.messaging":
    "Gäste erhalten keine SMS und keine E-Mails zu ihren Reservierungen: Nachrichten sind ausgeschaltet. Fragen Sie Ihren Betreiber.",
  "warn.messages": "{count, plural, one {# SMS an einen Gast kam nicht an.} other {# SMS an Gäste kamen nicht an.}}",
  "warn.undecided":
    "{count, plural, one {# Bestellung endete heute, weil niemand entschied.} other {# Bestellungen endeten heute, weil niemand entschied.}}",
  bookings: "Online-Reservierungen",
  "bookings.on": "Gäste können reservieren.",
  "bookings.off": "Gäste können jetzt nicht reservieren.",
  "bookings.stop": "Keine Reservierungen mehr annehmen",
  "bookings.start": "Reservierungen annehmen",
  queue: "Online-Warteliste",
  "queue.on": "Gäste können sich online anstellen.",
  "queue.off": "Die Warteliste ist online geschlossen. Wer darin ist, bleibt.",
  "queue.stop": "Warteliste schließen",
  "queue.start": "Warteliste öffnen",
});
