import { closing as english } from "../en/closing.ts";
import { translate } from "../translate.ts";

export const closing = translate(english, {
  title: "Geschlossene Tage",
  text: "Feiertage, Ruhetage, Ferien: an diesen Tagen keine Bestellungen und keine Tische. Was bestellt und reserviert ist, bleibt.",
  none: "Kein kommender Tag ist geschlossen.",
  first: "Erster Tag",
  last: "Letzter Tag, wenn es mehrere sind",
  what: "Was geschlossen ist",
  "what.orders": "Bestellungen",
  "what.bookings": "Reservierungen",
  submit: "Diese Tage schließen",
  open: "Wieder öffnen",
  both: "Keine Bestellungen, keine Reservierungen.",
  orders: "Keine Bestellungen.",
  "orders.half": "Keine Bestellungen. Tische können reserviert werden.",
  "bookings.half": "Keine Reservierungen. Bestellungen kommen herein.",
  "also.orders": "Auch keine Bestellungen",
  "also.bookings": "Auch keine Reservierungen",
  blackout: "Das sagt die Zeile unten, unter „{title}“.",
  past: "Wählen Sie einen Tag, der nicht vorbei ist.",
  most: "Schließen Sie höchstens {most} Tage auf einmal.",
  far: "Dieser Tag liegt zu weit in der Zukunft.",
  nothing: "Kreuzen Sie mindestens eines an.",
  span: "{first} bis {last}",
  scheduled:
    "{count, plural, one {# Bestellung für später liegt an einem Tag ohne Bestellungen. Rufen Sie den Gast an oder öffnen Sie wieder.} other {# Bestellungen für später liegen an Tagen ohne Bestellungen. Rufen Sie die Gäste an oder öffnen Sie wieder.}}",
  "last.before": "Das Ende liegt vor dem Anfang.",
});
