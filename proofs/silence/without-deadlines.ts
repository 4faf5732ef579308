/** A build of the service without deadlines on our side of the wire: the negative control of the silence proof. */
import { makeBrokenBuild } from "../money/builds.ts";

/** Makes the build in a directory of its own; answers its root. */
export function withoutDeadlines(): ReturnType<typeof makeBrokenBuild> {
  return makeBrokenBuild({
    name: "no deadlines on our side of the wire",
    file: "src/platform/postgres/deadlines.ts",
    replace: "export const gatheredReadMs = 2_000;",
    by: [
      "export const gatheredReadMs = 2_000_000;",
      "const none = { connectMs: 2e6, checkMs: 2e6, waitMs: 2e6, answerMs: 2e6, commitMs: 2e6, transactionMs: 2e6, closeMs: 2e6 };",
      "Object.assign(requestDeadlines, none);",
      "Object.assign(workDeadlines, none);",
    ].join("\n"),
  });
}
