import { finding as english } from "../en/finding.ts";
import { translate } from "../translate.ts";

export const finding = translate(english, {
  "link.gone": "Esta ligação já não é válida",
  "link.next": "As ligações nas mensagens são válidas até 30 dias após o pedido ou a visita.",
  "link.find": "Encontrar um pedido ou uma reserva",
  title: "Encontrar um pedido ou uma reserva",
  intro: "O código está na sua mensagem e na sua página.",
  code: "Código",
  "code.hint": "8 letras e algarismos, por exemplo 7KQ4MXRT",
  contact: "Telefone ou e-mail",
  "contact.hint": "O que indicou no pedido ou na reserva. Comece o número por + e o indicativo do país.",
  button: "Encontrar",
  none: "Nenhum pedido nem reserva corresponde aos dois.",
  "none.next": "Verifique os dois, ou peça que lhe enviemos as ligações.",
  wait: "{minutes, plural, one {Demasiadas tentativas. Tente de novo daqui a # minuto.} many {Demasiadas tentativas. Tente de novo daqui a # minutos.} other {Demasiadas tentativas. Tente de novo daqui a # minutos.}}",
  "mine.title": "Os seus pedidos e reservas",
  "mine.intro": "Esta lista fica só neste navegador, durante 90 dias.",
  "mine.empty": "Ainda não há nada guardado aqui.",
  "mine.forget": "Esquecer",
  "mine.forget_all": "Esquecer tudo",
  "mine.again": "Repetir o pedido aos preços de hoje",
  "mine.link": "Pedidos e reservas deste navegador",
  "mine.forgotten": "Esquecido",
  "mine.off": "Este navegador não executa scripts e não guarda nenhuma lista.",
});
