import { finding as english } from "../en/finding.ts";
import { translate } from "../translate.ts";

export const finding = translate(english, {
  "link.gone": "Deze link werkt niet meer",
  "link.next": "Links in berichten werken tot 30 dagen na de bestelling of het bezoek.",
  "link.find": "Bestelling of reservering zoeken",
  title: "Bestelling of reservering zoeken",
  intro: "De code staat in uw bericht en op uw pagina.",
  code: "Code",
  "code.hint": "8 letters en cijfers, bijvoorbeeld 7KQ4MXRT",
  contact: "Telefoonnummer of e-mail",
  "contact.hint": "Zoals opgegeven bij de bestelling of reservering. Begin een nummer met + en de landcode.",
  button: "Zoeken",
  none: "Geen bestelling of reservering past bij allebei.",
  "none.next": "Controleer allebei, of laat u de links sturen.",
  wait: "{minutes, plural, one {Te veel pogingen. Probeer het over # minuut weer.} other {Te veel pogingen. Probeer het over # minuten weer.}}",
  "mine.title": "Uw bestellingen en reserveringen",
  "mine.intro": "Deze lijst blijft alleen in deze browser, 90 dagen lang.",
  "mine.empty": "Hier is nog niets bewaard.",
  "mine.forget": "Vergeten",
  "mine.forget_all": "Alles vergeten",
  "mine.again": "Opnieuw bestellen tegen de prijzen van vandaag",
  "mine.link": "Bestellingen en reserveringen van deze browser",
  "mine.forgotten": "Vergeten",
  "mine.off": "Deze browser voert geen scripts uit en bewaart dus geen lijst.",
});
