/** What a scenario of the certification is: the steps that are played, and what must be seen (rules/certification 1.1). */
import Type, { type Static } from "typebox";

const closed = { additionalProperties: false } as const;
const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
const oneOf = <const Words extends readonly string[]>(words: Words, description: string) =>
  Type.Unsafe<Words[number]>({ type: "string", enum: [...words], description });
const seconds = (maximum: number, description: string) => Type.Integer({ minimum: 0, maximum, description });

const name = Type.String({ pattern: "^[a-z][a-z_]{0,30}$", maxLength: 31, description: "Names what a step made." });
const eventType = Type.String({
  pattern: "^[a-z_]+(\\.[a-z_]+){1,2}$",
  maxLength: 60,
  description: "A type of event.",
});
const actor = oneOf(["partner", "store", "diner", "guest", "service"], "Who made the change that the event tells.");

/** What the value of a field must be. */
const wanted = Type.Union(
  [
    Type.Object({ is: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]) }, closed),
    Type.Object({ one_of: Type.Array(Type.String(), { minItems: 1, maxItems: 20 }) }, closed),
    Type.Object({ set: Type.Literal(true, { description: "Neither null nor empty." }) }, closed),
  ],
  { title: "Wanted" },
);
const fields = Type.Record(Type.String({ pattern: "^[a-z_]+(\\.[a-z_]+)*$" }), wanted, {
  description: "By the name of the field; a dot goes into an object.",
});

const waits = {
  within_seconds: seconds(900, "How long the service waits for it, from the beginning of the step."),
};

const eventCheck = Type.Object(
  {
    check: Type.Literal("event"),
    event: eventType,
    of: Type.Optional(name),
    as: Type.Optional(name),
    actor: Type.Optional(actor),
    fields: Type.Optional(fields),
    after: Type.Optional(
      Type.Object(
        { event: eventType, seconds: seconds(900, "It comes at most so many seconds of real time after that event.") },
        closed,
      ),
    ),
    ...waits,
  },
  { ...closed, description: "The service recorded such an event." },
);

const deliveredCheck = Type.Object(
  {
    check: Type.Literal("delivered"),
    event: eventType,
    of: name,
    answer: oneOf(["2xx", "4xx"], "The class of the answer that the endpoint must give."),
    answer_seconds: seconds(10, "The endpoint answers in so many seconds."),
    ...waits,
  },
  { ...closed, description: "The event was delivered to the endpoint, and the endpoint answered so." },
);

const stateCheck = Type.Object(
  { check: Type.Literal("state"), of: name, fields, ...waits },
  { ...closed, description: "The resource reads so." },
);

const check = Type.Union([eventCheck, deliveredCheck, stateCheck], { title: "Check" });

const placeStep = Type.Object(
  {
    place: name,
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })),
    order: Type.Optional(
      Type.Object(
        {
          fulfillment_type: Type.Optional(oneOf(["pickup", "delivery"], "Pickup unless said otherwise.")),
          payment: Type.Optional(oneOf(["paid", "unpaid", "pay_in_store"], "Paid unless said otherwise.")),
        },
        closed,
      ),
    ),
    scheduled_after_seconds: Type.Optional(seconds(172_800, "The diner wants it so long after now.")),
  },
  { ...closed, description: "A simulated diner orders." },
);

const triggerStep = Type.Object(
  {
    trigger: oneOf(["customer_cancel", "store_cancel", "pay", "resend"], "What is done to the order."),
    of: name,
  },
  { ...closed, description: "Something is done to what was made before." },
);

const advanceStep = Type.Object(
  {
    advance: Type.Object(
      {
        seconds: Type.Optional(seconds(86_400, "So far.")),
        until_handed_over: Type.Optional(name),
      },
      closed,
    ),
  },
  { ...closed, description: "The clock of the location moves ahead." },
);

const askStep = Type.Object(
  {
    ask: Type.String({ pattern: "^[a-z_]{3,40}$", maxLength: 40, description: "What a driver is told." }),
    say: text(300, "What a person is told."),
    of: Type.Optional(name),
  },
  { ...closed, description: "Only the partner can begin it." },
);

const expectStep = Type.Object({ expect: check }, { ...closed, description: "What must be seen." });

/** The schema of one file of `scenarios`, published beside them. */
export const scenarioSchema = Type.Object(
  {
    $schema: Type.Optional(Type.Literal("./scenario.schema.json")),
    id: Type.String({ pattern: "^(ord|menu|book|wait|all)-[a-z]+(-[a-z]+)*$", maxLength: 30 }),
    title: text(80, "One line."),
    about: text(600, "What happens, and what a good integration does."),
    profile: oneOf(["ordering", "menus", "bookings", "waitlist"], "The profile that it belongs to."),
    may_be_absent: Type.Optional(
      Type.Literal(true, {
        description: "Not applicable to an app that lacks a type of event or a scope that it needs.",
      }),
    ),
    needs: Type.Object(
      {
        events: Type.Array(eventType, { maxItems: 10, description: "Types that the endpoint is subscribed to." }),
        scopes: Type.Array(text(40, "A scope."), { maxItems: 10, description: "Scopes of the app." }),
      },
      closed,
    ),
    page: Type.String({ pattern: "^/docs/[a-z-]+(#[a-z0-9-]+)?$", maxLength: 100, description: "Where to read on." }),
    steps: Type.Array(Type.Union([placeStep, triggerStep, advanceStep, askStep, expectStep]), {
      minItems: 1,
      maxItems: 30,
    }),
  },
  {
    ...closed,
    $id: "scenario.schema.json",
    title: "Scenario",
    $schema: "https://json-schema.org/draft/2020-12/schema",
  },
);

export type Scenario = Static<typeof scenarioSchema>;
export type Step = Scenario["steps"][number];
export type Check = Static<typeof check>;
export type Wanted = Static<typeof wanted>;
export type PlaceStep = Static<typeof placeStep>;
export type TriggerStep = Static<typeof triggerStep>;
export type AdvanceStep = Static<typeof advanceStep>;
export type AskStep = Static<typeof askStep>;
