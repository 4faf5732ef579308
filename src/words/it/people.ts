import { people as english } from "../en/people.ts";
import { translate } from "../translate.ts";

export const people = translate(english, {
  "sign_in.title": "Accedi",
  "sign_in.email": "E-mail",
  "sign_in.password": "Password",
  "sign_in.submit": "Accedi",
});
