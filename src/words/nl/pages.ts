import { pages as english } from "../en/pages.ts";
import { translate } from "../translate.ts";

export const pages = translate(english, {
  skip: "Naar de inhoud",
  languages: "Taal",
  privacy: "Uw gegevens",
  served_by: "Aangeboden door",
  unanswered: "Er kwam geen antwoord. Controleer uw verbinding en druk opnieuw.",
  "not_found.title": "Pagina niet gevonden",
  "not_found.text": "De link is niet compleet, of de pagina bestaat niet meer. Controleer de link.",
  "foreign.title": "Dit formulier kwam van een andere site",
  "foreign.text": "Open de pagina zelf en verstuur het formulier daar.",
  "too_many.title": "Te veel aanvragen",
  "too_many.text":
    "{seconds, plural, one {Wacht # seconde en laad de pagina opnieuw.} other {Wacht # seconden en laad de pagina opnieuw.}}",
  "unreadable.title": "Dat is niet gelukt",
  "unreadable.text": "Wat de browser stuurde, is niet te lezen. Ga terug, laad de pagina opnieuw en herhaal het.",
  "busy.title": "Het is nu erg druk",
  "busy.text": "We waren niet op tijd klaar. Laad de pagina zo meteen opnieuw.",
  "busy.again": "We konden dit nu niet aannemen. Wacht even en druk opnieuw.",
  "fault.title": "Er ging bij ons iets mis",
  "fault.text": "Het ligt niet aan u. Laad de pagina opnieuw. Helpt dat niet, bel dan het restaurant.",
  "too_large.title": "Het bestand is te groot",
  "too_large.text": "Kies een kleiner bestand. De pagina zegt hoe groot het mag zijn.",
});
