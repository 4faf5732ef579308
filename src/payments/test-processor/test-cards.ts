/** The cards of the built-in test processor, each with its effect. Real card numbers are never taken. */
export interface TestCard {
  readonly number: string;
  readonly label: string;
  readonly outcome: "succeeded" | "declined" | "settling";
  readonly settlesInSeconds: number | null;
  /** What a settling charge comes to. */
  readonly settlesAs: "succeeded" | "declined";
  readonly refundsToFail: number;
}

/** How long a delayed settlement takes, by the clock of the location. */
export const delayedSettlementSeconds = 30;

const paysAtOnce = {
  outcome: "succeeded",
  settlesInSeconds: null,
  settlesAs: "succeeded",
  refundsToFail: 0,
} as const;
const paysLater = { ...paysAtOnce, outcome: "settling", settlesInSeconds: delayedSettlementSeconds } as const;

export const testCards: readonly TestCard[] = [
  { ...paysAtOnce, number: "4242424242424242", label: "pays at once" },
  { ...paysAtOnce, number: "4000000000000002", label: "is declined", outcome: "declined" },
  { ...paysLater, number: "4000000000003220", label: "settles after 30 seconds" },
  {
    ...paysLater,
    number: "4000000000009979",
    label: "is declined after 30 seconds",
    settlesAs: "declined",
  },
  {
    ...paysAtOnce,
    number: "4000000000005126",
    label: "pays at once, and its first refund fails",
    refundsToFail: 1,
  },
];

/** The card with this number, written with or without spaces. */
export function findTestCard(number: string): TestCard | undefined {
  const digits = number.replaceAll(/[ -]/g, "");
  return testCards.find((card) => card.number === digits);
}
