import { translate } from "../../../src/words/translate.ts";

const english = { hello: "Hello {name}, {count, plural, one {# order} other {# orders}}" } as const;
// must not compile: TS2322 other arguments than in English
export const words = translate(english, { hello: "Bonjour, {count, plural, one {# commande} other {# commandes}}" });
