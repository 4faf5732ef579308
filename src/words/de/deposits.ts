import { deposits as english } from "../en/deposits.ts";
import { translate } from "../translate.ts";

export const deposits = translate(english, {
  "pay.title": "{amount} zahlen",
  "pay.deposit": "Anzahlung für Ihren Tisch",
  "pay.prepaid": "Zahlung für Ihren Tisch",
  "pay.for": "{people, plural, one {# Person} other {# Personen}}, {when}",
  "pay.until": "Zahlen Sie bis {time}. Danach bekommen andere Gäste den Tisch.",
  "pay.paid": "{amount} bezahlt",
  "pay.paid.text": "Vielen Dank. Ihr Tisch ist reserviert.",
  "pay.settling": "{amount} sind unterwegs",
  "pay.settling.text": "Ihre Zahlung dauert einen Moment. Sobald sie da ist, ist Ihr Tisch reserviert.",
  "pay.void": "Nichts zu zahlen",
  "pay.late": "Die Zahlung kam nicht rechtzeitig, der Tisch ist wieder frei. Es wurde nichts abgebucht.",
  "pay.over": "Diese Reservierung ist beendet. Es wurde nichts abgebucht.",
  "pay.returning": "Sie bekommen {amount} zurück",
  "pay.returned": "{amount} wurden erstattet",
  "pay.returned.text": "Ihre Bank braucht vielleicht einige Tage.",
  "pay.part": "Davon bekommen Sie {amount} zurück. Ihre Bank braucht vielleicht einige Tage.",
  "pay.kept": "Den Rest behält das Restaurant, wie bei der Reservierung vereinbart.",
  "pay.failed": "Die letzte Zahlung hat nicht geklappt. Es wurde nichts abgebucht.",
  "pay.hosted": "Sie zahlen auf der Seite von Stripe und kommen dann hierher zurück.",
  "pay.refused": "Das lässt sich nicht online zahlen. Rufen Sie das Restaurant an.",
  "pay.silent":
    "Die Zahlungsseite antwortet gerade nicht. Es wurde nichts abgebucht. Versuchen Sie es in einer Minute noch einmal.",
  "pay.description": "Tisch für {people} bei {venue}, {when}",
});
