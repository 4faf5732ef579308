import { pages as english } from "../en/pages.ts";
import { translate } from "../translate.ts";

export const pages = translate(english, {
  skip: "Ir para o conteúdo",
  languages: "Idioma",
  privacy: "Privacidade",
  served_by: "Serviço de",
  unanswered: "Não chegou resposta. Verifique a ligação e carregue de novo.",
  "not_found.title": "Página não encontrada",
  "not_found.text": "O link está incompleto ou a página já não existe. Verifique o link que recebeu.",
  "foreign.title": "Este formulário veio de outro site",
  "foreign.text": "Abra a própria página e envie o formulário a partir daí.",
  "too_many.title": "Demasiados pedidos",
  "too_many.text":
    "{seconds, plural, one {Aguarde # segundo e volte a carregar a página.} many {Aguarde # segundos e volte a carregar a página.} other {Aguarde # segundos e volte a carregar a página.}}",
  "unreadable.title": "Não resultou",
  "unreadable.text": "Não foi possível ler o que o navegador enviou. Volte atrás, carregue a página de novo e repita.",
  "busy.title": "Há muito movimento agora",
  "busy.text": "Não conseguimos terminar a tempo. Volte a carregar a página daqui a pouco.",
  "busy.again": "Não foi possível aceitar agora. Espere um momento e carregue de novo.",
  "fault.title": "Algo falhou do nosso lado",
  "fault.text": "A culpa não é sua. Volte a carregar a página. Se continuar, telefone ao restaurante.",
  "too_large.title": "O ficheiro é demasiado grande",
  "too_large.text": "Escolha um ficheiro menor. A página diz o tamanho permitido.",
});
