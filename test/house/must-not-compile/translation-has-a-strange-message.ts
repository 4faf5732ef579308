import { translate } from "../../../src/words/translate.ts";

const english = { hello: "Hello" } as const;
// must not compile: TS2322 never
export const words = translate(english, { hello: "Bonjour", bye: "Au revoir" });
