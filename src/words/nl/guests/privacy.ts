import { privacy as english } from "../../en/guests/privacy.ts";
import { translate } from "../../translate.ts";

export const privacy = translate(english, {
  title: "Uw gegevens",
  intro: "Wat u typt, gaat naar het restaurant. Hier staat wie er nog meer meedoet en wat die ziet.",
  addresses: "Uw adres vinden",
  "addresses.none": "Alleen deze dienst zoekt uw adres op.",
  "addresses.host": "Wat u typt om uw adres te vinden, gaat zonder uw naam naar {host}.",
  maps: "Kaarten",
  "maps.none": "Kaarten laden niets van anderen.",
  "maps.host":
    "Kaarten laden plaatjes van {host}. Die ziet het netwerkadres van uw toestel en het stuk kaart dat u bekijkt.",
  messages: "Berichten",
  "mail.none": "Er verlaat geen e-mail deze dienst.",
  "mail.host": "E-mail aan u gaat via {host}.",
  texts: "Sms’jes aan u gaan via Twilio.",
  "texts.none": "Er verlaat geen sms deze dienst.",
  payments: "Betalen",
  "payments.stripe": "U betaalt op de pagina van Stripe. Uw kaartnummer komt nooit bij ons.",
  "payments.test": "Betalingen zijn hier alleen om te proberen. Er wordt geen geld overgemaakt.",
  browser: "In uw browser",
  "browser.cookies":
    "Cookies onthouden uw taal een jaar, het adres van een bestelling drie uur en een onbetaalde bestelling een uur.",
  "browser.kept": "De lijst van uw bestellingen blijft 90 dagen in deze browser, uw adres alleen als u dat aanvinkte.",
  kept: "Wat blijft",
  "kept.logs": "Wat u typt, staat in geen enkel logboek.",
  "kept.erase": "Vraag het restaurant wat het van u bewaart, of laat het wissen.",
});
