import { speak } from "../../../src/words/speak.ts";

const say = speak("en", "board");
// must not compile: TS2554 Expected 2 arguments
export const text = say("card.due");
