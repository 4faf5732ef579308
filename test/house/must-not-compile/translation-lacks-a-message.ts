import { translate } from "../../../src/words/translate.ts";

const english = { hello: "Hello {name}", orders: "{count, plural, one {# order} other {# orders}}" } as const;
// must not compile: TS2345 orders
export const words = translate(english, { hello: "Bonjour {name}" });
