import { translate } from "../../../src/words/translate.ts";

const english = {
  hello: "Hello {name}",
  told: "{who, select, guest {The guest said {text}} other {{who} said}} {count, plural, one {once} other {# times}}",
} as const;
export const words = translate(english, {
  hello: "{name}, bonjour",
  told: "{who, select, guest {Le client dit {text}} other {{who} dit}} {count, plural, one {une fois} many {# de fois} other {# fois}}",
});
