import { speak } from "../../../src/words/speak.ts";

const say = speak("en", "board");
// must not compile: TS2345 card.duo
export const text = say("card.duo", { time: "12:30" });
