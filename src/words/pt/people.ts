import { people as english } from "../en/people.ts";
import { translate } from "../translate.ts";

export const people = translate(english, {
  "sign_in.title": "Iniciar sessão",
  "sign_in.email": "E-mail",
  "sign_in.password": "Palavra-passe",
  "sign_in.submit": "Iniciar sessão",
});
