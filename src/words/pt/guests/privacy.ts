import { privacy as english } from "../../en/guests/privacy.ts";
import { translate } from "../../translate.ts";

export const privacy = translate(english, {
  title: "Privacidade",
  intro: "O que escreve vai para o restaurante. Aqui está quem mais participa e o que vê.",
  addresses: "Encontrar a sua morada",
  "addresses.none": "Só este serviço procura a sua morada.",
  "addresses.host": "O que escreve para encontrar a morada vai para {host}, sem o seu nome.",
  maps: "Mapas",
  "maps.none": "Os mapas não carregam nada de outros.",
  "maps.host":
    "Os mapas carregam imagens de {host}, que vê o endereço de rede do seu aparelho e a zona que está a ver.",
  messages: "Mensagens",
  "mail.none": "Nenhum e-mail sai deste serviço.",
  "mail.host": "Os e-mails passam por {host}.",
  texts: "Os SMS passam pela Twilio.",
  "texts.none": "Nenhum SMS sai deste serviço.",
  payments: "Pagar",
  "payments.stripe": "O pagamento é feito na página da Stripe. O número do cartão nunca chega até nós.",
  "payments.test": "Aqui os pagamentos são para experimentar. Não há dinheiro em jogo.",
  browser: "No seu navegador",
  "browser.cookies":
    "Os cookies guardam o idioma um ano, o endereço de um pedido três horas e um pedido por pagar uma hora.",
  "browser.kept": "A lista dos seus pedidos fica 90 dias neste navegador; a morada, só se marcou a caixa.",
  kept: "O que fica guardado",
  "kept.logs": "O que escreve não fica em nenhum registo técnico.",
  "kept.erase": "Peça ao restaurante para ver ou apagar o que guarda sobre si.",
});
