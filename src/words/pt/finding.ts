import { finding as en } from "../en/finding.ts";
import { translate } from "../translate.ts";

export const finding = translate(en, {
  "link.gone": "Esta ligação já não é válida",
  "link.next": "As ligações nas mensagens são válidas até 30 dias após o pedido ou a visita.",
  "link.find": "Encontrar um pedido ou uma reserva",
});
