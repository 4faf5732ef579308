import { outbox as english } from "../en/outbox.ts";
import { translate } from "../translate.ts";

export const outbox = translate(english, {
  title: "Posta in uscita",
  text: "Questi messaggi restano qui e non vanno a nessuno. Le ore sono UTC.",
  none: "Non c’è ancora nessun messaggio.",
  older: "Messaggi precedenti",
  sms: "SMS",
  email: "E-mail",
  as_sent: "Come sarebbe inviata",
  calendar: "File di calendario",
  forgotten: "Il testo non viene conservato.",
  not_found: "Questa pagina non esiste",
  "not_found.text": "Controlli l’indirizzo.",
});
