import { deposits as english } from "../en/deposits.ts";
import { translate } from "../translate.ts";

export const deposits = translate(english, {
  "pay.title": "{amount} betalen",
  "pay.deposit": "Aanbetaling voor je tafel",
  "pay.prepaid": "Betaling voor je tafel",
  "pay.for": "{people, plural, one {# persoon} other {# personen}}, {when}",
  "pay.until": "Betaal vóór {time}. Daarna gaat de tafel naar andere gasten.",
  "pay.paid": "{amount} betaald",
  "pay.paid.text": "Bedankt. Je tafel is gereserveerd.",
  "pay.settling": "{amount} is onderweg",
  "pay.settling.text": "Je betaling duurt even. Zodra die er is, is je tafel gereserveerd.",
  "pay.void": "Niets te betalen",
  "pay.late": "De betaling kwam niet op tijd, dus de tafel is weer vrij. Er is niets afgeschreven.",
  "pay.over": "Deze reservering is voorbij. Er is niets afgeschreven.",
  "pay.returning": "Je krijgt {amount} terug",
  "pay.returned": "{amount} is terugbetaald",
  "pay.returned.text": "Je bank heeft misschien een paar dagen nodig.",
  "pay.part": "Je krijgt {amount} terug. Je bank heeft misschien een paar dagen nodig.",
  "pay.kept": "Het restaurant houdt de rest, zoals afgesproken bij het reserveren.",
  "pay.failed": "De laatste betaling is niet gelukt. Er is niets afgeschreven.",
  "pay.hosted": "Je betaalt op de pagina van Stripe en komt daarna hier terug.",
  "pay.refused": "Dit kan niet online worden betaald. Bel het restaurant.",
  "pay.silent": "De betaalpagina antwoordt nu niet. Er is niets afgeschreven. Probeer het over een minuut opnieuw.",
  "pay.description": "Tafel voor {people} bij {venue}, {when}",
});
