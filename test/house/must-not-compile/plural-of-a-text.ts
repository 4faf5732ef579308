import { speak } from "../../../src/words/speak.ts";

const say = speak("en", "board");
// must not compile: TS2322 string
export const text = say("column.count", { count: "three" });
