import { office as english } from "../en/office.ts";
import { translate } from "../translate.ts";

export const office = translate(english, {
  "gone.title": "Página não encontrada",
  "gone.text": "Não há nada neste endereço, ou não é para si.",
  "other.title": "Esta página é para gerentes",
  "other.text": "Peça a função a um gerente do restaurante.",
  "shell.switch": "Restaurante:",
  "shell.account": "A sua conta",
  "shell.board": "Quadro de pedidos",
  "shell.language": "Idioma",
  "shell.change_language": "Mudar o idioma",
  "shell.sign_out": "Terminar sessão",
  "shell.menu": "Páginas do restaurante",
  "page.people": "Pessoas",
  "page.devices": "Tablets",
});
