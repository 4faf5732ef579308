import { deposits as english } from "../en/deposits.ts";
import { translate } from "../translate.ts";

export const deposits = translate(english, {
  "pay.title": "Pagar {amount}",
  "pay.deposit": "Sinal da sua mesa",
  "pay.prepaid": "Pagamento da sua mesa",
  "pay.for": "{people, plural, one {# pessoa} many {# de pessoas} other {# pessoas}}, {when}",
  "pay.until": "Pague até às {time}. Depois, a mesa fica para outros clientes.",
  "pay.paid": "{amount} pagos",
  "pay.paid.text": "Obrigado. A sua mesa está reservada.",
  "pay.settling": "{amount} a caminho",
  "pay.settling.text": "O pagamento demora um momento. A mesa fica reservada assim que chegar.",
  "pay.void": "Nada a pagar",
  "pay.late": "O pagamento não chegou a tempo e a mesa está livre outra vez. Nada foi cobrado.",
  "pay.over": "Esta reserva terminou. Nada foi cobrado.",
  "pay.returning": "Vamos devolver-lhe {amount}",
  "pay.returned": "Devolvemos-lhe {amount}",
  "pay.returned.text": "O seu banco pode precisar de alguns dias.",
  "pay.part": "Devolvemos-lhe {amount}. O seu banco pode precisar de alguns dias.",
  "pay.kept": "O restaurante fica com o resto, como combinado na reserva.",
  "pay.failed": "O último pagamento não foi concluído. Nada foi cobrado.",
  "pay.hosted": "Paga na página da Stripe e volta aqui.",
  "pay.refused": "Não é possível pagar isto online. Ligue para o restaurante.",
  "pay.silent": "A página de pagamento não responde agora. Nada foi cobrado. Tente dentro de um minuto.",
  "pay.description": "Mesa para {people} em {venue}, {when}",
});
