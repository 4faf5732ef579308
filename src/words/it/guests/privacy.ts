import { privacy as english } from "../../en/guests/privacy.ts";
import { translate } from "../../translate.ts";

export const privacy = translate(english, {
  title: "I suoi dati",
  intro: "Quello che scrive arriva al ristorante. Ecco chi altro partecipa e che cosa vede.",
  addresses: "La ricerca dell’indirizzo",
  "addresses.none": "Il suo indirizzo è cercato solo da questo servizio.",
  "addresses.host": "Quello che scrive per trovare l’indirizzo arriva a {host}, senza il suo nome.",
  maps: "Mappe",
  "maps.none": "Le mappe non caricano nulla da altri.",
  "maps.host": "Le mappe caricano immagini da {host}, che vede l’indirizzo di rete del dispositivo e la zona guardata.",
  messages: "Messaggi",
  "mail.none": "Nessuna e-mail esce da questo servizio.",
  "mail.host": "Le e-mail passano da {host}.",
  texts: "Gli SMS passano da Twilio.",
  "texts.none": "Nessun SMS esce da questo servizio.",
  payments: "Pagamenti",
  "payments.stripe": "Si paga sulla pagina di Stripe. Il numero della carta non arriva mai a noi.",
  "payments.test": "Qui i pagamenti servono solo a provare. Non si muove denaro.",
  browser: "Nel suo browser",
  "browser.cookies":
    "I cookie ricordano la lingua per un anno, l’indirizzo di un ordine per tre ore e un ordine non pagato per un’ora.",
  "browser.kept":
    "L’elenco degli ordini resta 90 giorni in questo browser, l’indirizzo solo se ha spuntato la casella.",
  kept: "Che cosa resta",
  "kept.logs": "Quello che scrive non è in nessun registro tecnico.",
  "kept.erase": "Chieda al ristorante di vedere o cancellare ciò che conserva su di lei.",
});
