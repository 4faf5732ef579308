import { outbox as english } from "../en/outbox.ts";
import { translate } from "../translate.ts";

export const outbox = translate(english, {
  title: "Bandeja de salida",
  text: "Estos mensajes se guardan aquí y no se envían a nadie. Las horas son UTC.",
  none: "Todavía no hay mensajes.",
  older: "Mensajes anteriores",
  sms: "SMS",
  email: "Correo",
  as_sent: "Como se enviaría",
  calendar: "Archivo de calendario",
  forgotten: "El texto no se conserva.",
  not_found: "Esta página no existe",
  "not_found.text": "Compruebe la dirección.",
});
