import { outbox as english } from "../en/outbox.ts";
import { translate } from "../translate.ts";

export const outbox = translate(english, {
  title: "Postvak uit",
  text: "Deze berichten blijven hier en gaan naar niemand. Tijden zijn UTC.",
  none: "Er is nog geen bericht.",
  older: "Oudere berichten",
  sms: "Sms",
  email: "E-mail",
  as_sent: "Zoals het verstuurd zou worden",
  calendar: "Agendabestand",
  forgotten: "De tekst wordt niet bewaard.",
  not_found: "Deze pagina bestaat niet",
  "not_found.text": "Controleer het adres.",
});
