/** The commands of a developer's first day; a test runs all but the first and the last. Pure. */

interface Step {
  readonly caption: string;
  /** What stands before the code. */
  readonly words: string;
  readonly code: string;
}

/** `maple dev` prints the key, and writes it with the location into this file. */
const setUp: Step = {
  caption: "Once in each shell",
  words:
    "`maple dev` starts the sandbox, prints an API key and writes it to `.maple/sandbox.json`. All samples here read these three variables:",
  code: `export MAPLE_URL=http://127.0.0.1:8080
export MAPLE_API_KEY=$(node -p 'JSON.parse(fs.readFileSync(".maple/sandbox.json")).api_key')
export LOCATION=$(node -p 'JSON.parse(fs.readFileSync(".maple/sandbox.json")).locations[0].id')`,
};

/** The steps between the sandbox and an accepted order. */
export const runSteps: readonly Step[] = [
  {
    caption: "Who am I?",
    words: "The first call says which app the key belongs to, and what it may do:",
    code: `curl "$MAPLE_URL/v1/me" \\
  -H "Authorization: Bearer $MAPLE_API_KEY"`,
  },
  {
    caption: "A simulated diner orders",
    words: "A simulated diner orders and pays. Keep the id of the order:",
    code: `KEY=$(date +%s)-$$ # every retry sends the same key

ORDER=$(curl --retry 3 -X POST "$MAPLE_URL/v1/sandbox/orders" \\
  -H "Authorization: Bearer $MAPLE_API_KEY" \\
  -H "Idempotency-Key: $KEY" \\
  -H "Content-Type: application/json" \\
  -d "{\\"location_id\\": \\"$LOCATION\\"}" | node -p 'JSON.parse(fs.readFileSync(0)).id')`,
  },
  {
    caption: "Accept the order",
    words: "You have six minutes to decide. Accept the order, with the number of your ticket:",
    code: `curl --retry 3 -X POST "$MAPLE_URL/v1/orders/$ORDER/accept" \\
  -H "Authorization: Bearer $MAPLE_API_KEY" \\
  -H "Idempotency-Key: accept-$ORDER" \\
  -H "Content-Type: application/json" \\
  -d '{ "pos_ticket_id": "T-1042" }'`,
  },
];

const hear: Step = {
  caption: "Hear of orders",
  words: "Your program hears of orders by signed events. On your machine it needs no public address:",
  code: `npx maple listen --forward-to http://localhost:3000/hooks`,
};

export const firstSteps: readonly Step[] = [setUp, ...runSteps, hear];
