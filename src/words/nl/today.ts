import { today as english } from "../en/today.ts";
import { translate } from "../translate.ts";

export const today = translate(english, {
  now: "Vandaag",
  week: "Wat misging in de laatste 7 dagen",
  "figure.guests": "gasten",
  "figure.bookings": "reserveringen",
  "figure.orders": "bestellingen",
  "figure.accepted": "bestellingen aangenomen",
  "figure.waiting": "groepen wachten nu",
  "figure.seated": "groepen uit de rij geplaatst",
  "figure.undecided": "bestellingen zonder beslissing",
  "figure.denied": "geweigerde bestellingen",
  "figure.cancelled": "geannuleerde bestellingen",
  "figure.no_shows": "niet gekomen",
  "figure.cancelled_bookings": "reserveringen door gasten geannuleerd",
  "figure.gone": "groepen die de rij verlieten",
  guests_see: "Bekijken wat gasten zien",
  "warn.none": "Niets heeft u nu nodig.",
  "warn.open": "Bekijken",
  "warn.inactive": "Het restaurant staat uit en neemt geen bestellingen aan. Vraag uw beheerder.",
  "warn.unattended": "Geen bestelbord staat open: niemand ziet nieuwe bestellingen.",
  "warn.concerned":
    "{count, plural, one {# reservering valt op een gesloten dag.} other {# reserveringen vallen op gesloten dagen.}}",
  "warn.unkept":
    "{count, plural, one {# komende reservering staat} other {# komende reserveringen staan}} op een andere tijd dan de gast hoorde: op die tijd is geen tafel vrij.",
  "warn.address": "Gasten zien niet waar u bent: het adres ontbreekt.",
  "warn.tables": "Nog geen tafels: gasten kunnen niet reserveren.",
  "warn.receiver":
    "Gasten kunnen niet bestellen: er is geen kassa verbonden en het team beslist niet over bestellingen.",
  "warn.menu": "Gasten kunnen niet bestellen: er is nog geen menukaart.",
  "warn.alert_phone": "Niemand krijgt een sms als een bestelling te lang wacht.",
  "closed.both": "Vandaag is gesloten: geen bestellingen, geen reserveringen.",
  "closed.orders": "Vandaag geen bestellingen: de dag is gesloten.",
  "closed.bookings": "Vandaag geen reserveringen: de dag is gesloten.",
  "warn.messaging":
    "Gasten krijgen geen sms en geen e-mail over hun reserveringen: berichten staan uit. Vraag het uw beheerder.",
  "warn.messages":
    "{count, plural, one {# bericht aan een gast kwam niet aan.} other {# berichten aan gasten kwamen niet aan.}}",
  "warn.undecided":
    "{count, plural, one {# bestelling eindigde vandaag omdat niemand besliste.} other {# bestellingen eindigden vandaag omdat niemand besliste.}}",
  bookings: "Online reserveringen",
  "bookings.on": "Gasten kunnen reserveren.",
  "bookings.off": "Gasten kunnen nu niet reserveren.",
  "bookings.stop": "Geen reserveringen meer aannemen",
  "bookings.start": "Reserveringen aannemen",
  queue: "Online wachtrij",
  "queue.on": "Gasten kunnen online aansluiten.",
  "queue.off": "De wachtrij is online gesloten. Groepen erin blijven.",
  "queue.stop": "Wachtrij sluiten",
  "queue.start": "Wachtrij openen",
});
