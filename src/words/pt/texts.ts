/** Words of text messages; without signs that the GSM alphabet lacks. */
import { texts as english } from "../en/texts.ts";
import { translate } from "../translate.ts";

export const texts = translate(english, {
  joined: "é o n. {position} da lista de espera, {wait}. Acompanhar ou sair: {link}",
  free: "uma mesa deve estar livre",
  about: "cerca de {minutes} min",
  ready: "a sua mesa espera por si. Venha em {minutes} min, por favor.",
  confirmed: "reservado para {party}, {date} às {time}. Codigo {code}.",
  reminder: "esperamos por si: {date} às {time}, mesa para {party}. Codigo {code}.",
  changed: "a sua reserva é agora para {party}, {date} às {time}. Codigo {code}.",
  cancelled: "a sua mesa de {date} às {time} foi cancelada.",
  reason: "Motivo:",
  manage: "Alterar ou cancelar:",
  details: "Detalhes:",
  alert:
    "{orders, plural, one {o pedido {number} espera} many {# pedidos esperam, primeiro o {number},} other {# pedidos esperam, primeiro o {number},}} e ninguém responde. Abra o quadro de pedidos.",
  invited: "tem um convite para a equipa. Abra este link no prazo de 7 dias, serve uma vez: {link}",
  stop: "STOP para parar.",
  stopped: "Deixamos de lhe escrever. Responda START para voltar a receber mensagens.",
  started: "Voltamos a escrever-lhe. Responda STOP para parar.",
  help: "Mensagens sobre a sua mesa ou reserva. Responda STOP para parar; para o resto, ligue para o restaurante.",
});
