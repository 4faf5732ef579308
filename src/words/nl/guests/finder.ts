import { finder as english } from "../../en/guests/finder.ts";
import { translate } from "../../translate.ts";

export const finder = translate(english, {
  left: "{minutes, plural, one {Nog # minuut.} other {Nog # minuten.}}",
  last_minute: "Nog één minuut.",
  times: "{count, plural, one {# vrije tijd} other {# vrije tijden}}",
});
