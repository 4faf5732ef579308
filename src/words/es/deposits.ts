import { deposits as english } from "../en/deposits.ts";
import { translate } from "../translate.ts";

export const deposits = translate(english, {
  "pay.title": "Pagar {amount}",
  "pay.deposit": "Anticipo de tu mesa",
  "pay.prepaid": "Pago de tu mesa",
  "pay.for": "{people, plural, one {# persona} many {# de personas} other {# personas}}, {when}",
  "pay.until": "Paga antes de las {time}. Después, la mesa pasa a otros clientes.",
  "pay.paid": "{amount} pagados",
  "pay.paid.text": "Gracias. Tu mesa está reservada.",
  "pay.settling": "{amount} en camino",
  "pay.settling.text": "Tu pago tarda un momento. La mesa quedará reservada en cuanto llegue.",
  "pay.void": "Nada que pagar",
  "pay.late": "El pago no llegó a tiempo y la mesa vuelve a estar libre. No se ha cobrado nada.",
  "pay.over": "Esta reserva ha terminado. No se ha cobrado nada.",
  "pay.returning": "Te devolvemos {amount}",
  "pay.returned": "Te hemos devuelto {amount}",
  "pay.returned.text": "Tu banco puede tardar unos días.",
  "pay.part": "Te devolvemos {amount}. Tu banco puede tardar unos días.",
  "pay.kept": "El restaurante se queda con el resto, como acordaste al reservar.",
  "pay.failed": "El último pago no se completó. No se ha cobrado nada.",
  "pay.hosted": "Pagas en la página de Stripe y vuelves aquí.",
  "pay.refused": "Esto no se puede pagar en línea. Llama al restaurante.",
  "pay.silent": "La página de pago no responde ahora. No se ha cobrado nada. Inténtalo en un minuto.",
  "pay.description": "Mesa para {people} en {venue}, {when}",
});
