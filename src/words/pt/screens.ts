import { screens as english } from "../en/screens.ts";
import { translate } from "../translate.ts";

export const screens = translate(english, {
  close: "Fechar",
  "stale.title": "Sem ligação desde as {time}",
  "stale.text": "Poderá decidir quando a ligação voltar.",
  "stale.next":
    "{seconds, plural, one {Nova tentativa em # segundo} many {Nova tentativa em # de segundos} other {Nova tentativa em # segundos}}",
  "stale.trying": "A tentar agora",
  "fail.offline": "Não há ligação. Nada foi enviado.",
  "fail.other": "Não funcionou. Tente de novo.",
  "fail.signed_out": "A sua sessão terminou.",
  "fail.sign_in": "Iniciar sessão",
  "person.title": "Quem é?",
  "person.pin": "PIN de {name}",
  "person.no_pin": "Ainda sem PIN",
  "person.set_pin": "Ainda sem PIN? Defina-o no seu próprio telemóvel: {address}.",
  "person.delete": "Apagar o último algarismo",
  "person.submit": "Confirmar",
  "person.wrong": "Este PIN está errado.",
  "person.locked": "Demasiados PIN errados. Espere 5 minutos ou escolha outro nome.",
  "person.none": "Aqui ainda não se pode escolher ninguém. Um responsável convida as pessoas.",
  "account.open": "Sessão de {name}",
  "account.title": "Quem trabalha aqui",
  "account.person": "Está a agir como {name}.",
  "account.on_tablet": "{name} está a agir no tablet {tablet}.",
  "account.tablet": "Este tablet é {tablet}. Pergunta quem toca.",
  "account.own": "A sua conta",
  "account.sign_out": "Terminar sessão",
  "account.choose": "Escolher um nome",
  "account.other": "Toca outra pessoa",
});
