/** Words of text messages; without signs that the GSM alphabet lacks. */
import { texts as english } from "../en/texts.ts";
import { translate } from "../translate.ts";

export const texts = translate(english, {
  joined: "es el n. {position} de la lista de espera, {wait}. Seguir o salir: {link}",
  free: "pronto una mesa libre",
  about: "unos {minutes} min",
  ready: "su mesa le espera. Venga en {minutes} min, por favor.",
  confirmed: "reservado para {party} el {date} a las {time}. Codigo {code}.",
  reminder: "le esperamos el {date} a las {time}, mesa para {party}. Codigo {code}.",
  changed: "su reserva es ahora para {party} el {date} a las {time}. Codigo {code}.",
  cancelled: "su mesa del {date} a las {time} queda anulada.",
  reason: "Motivo:",
  manage: "Cambiar o anular:",
  details: "Detalles:",
  alert:
    "{orders, plural, one {el pedido {number} espera} many {# pedidos esperan, primero el {number},} other {# pedidos esperan, primero el {number},}} y nadie contesta. Abra el panel de pedidos.",
  invited: "le invitamos al equipo. Abra este enlace en una semana; sirve una sola vez: {link}",
  stop: "STOP para no recibir mensajes.",
  stopped: "Ya no le escribiremos. Responda START para volver a recibir mensajes.",
  started: "Volveremos a escribirle. Responda STOP para no recibir mensajes.",
  help: "Mensajes sobre su mesa o reserva. Responda STOP para no recibirlos; para otros temas, llame al restaurante.",
});
