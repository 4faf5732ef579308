/** What the calls of the order board need beyond the known order: bodies of which one of two fields is there. */
export const boardBodies: Readonly<Record<string, unknown>> = {
  consoleAcceptOrder: { minutes: 20 },
  consoleChangeReadyTime: { minutes: 20 },
  consolePauseOrdering: { minutes: 15 },
};
