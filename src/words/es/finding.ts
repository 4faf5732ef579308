import { finding as en } from "../en/finding.ts";
import { translate } from "../translate.ts";

export const finding = translate(en, {
  "link.gone": "Este enlace ya no es válido",
  "link.next": "Los enlaces de los mensajes valen hasta 30 días después del pedido o de la visita.",
  "link.find": "Buscar un pedido o una reserva",
});
