import { closing as english } from "../en/closing.ts";
import { translate } from "../translate.ts";

export const closing = translate(english, {
  title: "Gesloten dagen",
  text: "Feestdagen, vakantie: op deze dagen geen bestellingen en geen tafels. Wat besteld en gereserveerd is, blijft.",
  none: "Er is geen komende dag gesloten.",
  first: "Eerste dag",
  last: "Laatste dag, als het er meer zijn",
  what: "Wat gesloten is",
  "what.orders": "Bestellingen",
  "what.bookings": "Reserveringen",
  submit: "Deze dagen sluiten",
  open: "Weer openen",
  both: "Geen bestellingen, geen reserveringen.",
  orders: "Geen bestellingen.",
  "orders.half": "Geen bestellingen. Tafels kunnen worden gereserveerd.",
  "bookings.half": "Geen reserveringen. Bestellingen komen binnen.",
  "also.orders": "Ook geen bestellingen",
  "also.bookings": "Ook geen reserveringen",
  blackout: "De rij hieronder, onder ‘{title}’, zegt dit.",
  past: "Kies een dag die niet voorbij is.",
  most: "Sluit hoogstens {most} dagen tegelijk.",
  far: "Deze dag ligt te ver vooruit.",
  nothing: "Vink er minstens één aan.",
  span: "{first} t/m {last}",
  scheduled:
    "{count, plural, one {# bestelling voor later valt op een dag zonder bestellingen. Bel de klant of open weer.} other {# bestellingen voor later vallen op dagen zonder bestellingen. Bel de klanten of open weer.}}",
  "last.before": "Het einde valt voor het begin.",
});
