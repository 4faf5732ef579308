import { outbox as english } from "../en/outbox.ts";
import { translate } from "../translate.ts";

export const outbox = translate(english, {
  title: "Caixa de saída",
  text: "Estas mensagens ficam aqui e não são enviadas a ninguém. As horas são UTC.",
  none: "Ainda não há mensagens.",
  older: "Mensagens anteriores",
  sms: "SMS",
  email: "E-mail",
  as_sent: "Como seria enviado",
  calendar: "Ficheiro de calendário",
  forgotten: "O texto não é guardado.",
  not_found: "Esta página não existe",
  "not_found.text": "Verifique o endereço.",
});
