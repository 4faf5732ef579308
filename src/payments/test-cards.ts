/** The cards of the built-in test processor, each with what it does. No real card number is ever taken. */
export interface TestCard {
  readonly number: string;
  readonly label: string;
  readonly outcome: "succeeded" | "declined" | "settling";
  readonly settlesInSeconds: number | null;
  readonly refundsToFail: number;
}

/** How long a delayed settlement takes, by the clock of the location. */
export const delayedSettlementSeconds = 30;

export const testCards: readonly TestCard[] = [
  { number: "4242424242424242", label: "pays at once", outcome: "succeeded", settlesInSeconds: null, refundsToFail: 0 },
  { number: "4000000000000002", label: "is declined", outcome: "declined", settlesInSeconds: null, refundsToFail: 0 },
  {
    number: "4000000000003220",
    label: "settles after 30 seconds",
    outcome: "settling",
    settlesInSeconds: delayedSettlementSeconds,
    refundsToFail: 0,
  },
  {
    number: "4000000000005126",
    label: "pays at once, and its first refund fails",
    outcome: "succeeded",
    settlesInSeconds: null,
    refundsToFail: 1,
  },
];

/** The card with this number, written with or without spaces. */
export function findTestCard(number: string): TestCard | undefined {
  const digits = number.replaceAll(/[ -]/g, "");
  return testCards.find((card) => card.number === digits);
}
