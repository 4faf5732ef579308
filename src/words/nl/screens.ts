import { screens as english } from "../en/screens.ts";
import { translate } from "../translate.ts";

export const screens = translate(english, {
  close: "Sluiten",
  "stale.title": "Geen verbinding sinds {time}",
  "stale.text": "U kunt weer beslissen als de verbinding terug is.",
  "stale.next": "{seconds, plural, one {Volgende poging over # seconde} other {Volgende poging over # seconden}}",
  "stale.trying": "Nieuwe poging",
  "fail.offline": "Geen verbinding. Er is niets verstuurd.",
  "fail.other": "Dat lukte niet. Probeer het opnieuw.",
  "fail.signed_out": "U bent afgemeld.",
  "fail.sign_in": "Aanmelden",
  "person.title": "Wie bent u?",
  "person.pin": "Pincode van {name}",
  "person.no_pin": "Nog geen pincode",
  "person.delete": "Laatste cijfer wissen",
  "person.submit": "Bevestigen",
  "person.wrong": "Deze pincode klopt niet.",
  "person.locked": "Te veel foute pincodes. Wacht 5 minuten of kies een andere naam.",
  "person.none": "Hier kan nog niemand gekozen worden. Een leidinggevende nodigt mensen uit.",
});
