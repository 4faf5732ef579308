import { order as english } from "../en/order.ts";
import { translate } from "../translate.ts";

export const order = translate(english, {
  "kind.pickup": "Levantamento",
  "kind.delivery": "Entrega",
  "paid.paid": "Pago",
  "paid.pay_in_store": "Cobrar {amount}",
  "paid.unpaid": "Ainda por pagar",
  "paid.refunded": "Devolvido",
  "reason.ITEM_AVAILABILITY": "Um prato está esgotado",
  "reason.STORE_CLOSED": "Estamos fechados",
  "reason.CAPACITY": "Demasiado trabalho",
  "reason.PRICE_MISMATCH": "Um preço está errado",
  "reason.ADDRESS_UNDELIVERABLE": "Não entregamos aí",
  "reason.POS_UNAVAILABLE": "A caixa não funciona",
  "reason.DUPLICATE": "O pedido chegou duas vezes",
  "reason.OTHER": "Outro motivo",
  "status.PENDING": "Novo",
  "status.ACCEPTED": "Em preparação",
  "status.AUTO_ACCEPTED": "Em preparação",
  "status.READY": "Pronto",
  "status.IN_DELIVERY": "A caminho",
  "status.FULFILLED": "Entregue",
  "status.REJECTED": "Recusado",
  "status.STORE_CANCELLED": "Cancelado por nós",
  "status.CUSTOMER_CANCELLED": "Cancelado pelo cliente",
});
