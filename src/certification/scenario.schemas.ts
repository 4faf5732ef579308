/** The shape of a scenario: the steps that are played, and the checks on what is seen (rules/certification 1.1). */
import Type, { type Static } from "typebox";
import { check, closed, eventType, name, oneOf, seconds } from "./check.schemas.ts";

const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });

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
    trigger: oneOf(
      ["customer_cancel", "store_cancel", "pay", "resend", "change_booking", "test_event"],
      "What is done to the order, to the booking by the restaurant, or to the subscription.",
    ),
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

const faultStep = Type.Object(
  {
    fault: Type.Object(
      {
        kind: Type.String({
          pattern: "^(webhook|api)_[a-z_]{3,30}$",
          maxLength: 40,
          description: "A fault of the sandbox.",
        }),
        event_types: Type.Optional(Type.Array(eventType, { minItems: 1, maxItems: 5 })),
        operations: Type.Optional(Type.Array(text(60, "An operationId."), { minItems: 1, maxItems: 5 })),
        times: Type.Integer({ minimum: 1, maximum: 10, description: "How often it acts." }),
        delay_seconds: Type.Optional(seconds(600, "How late, or how long to wait.")),
      },
      closed,
    ),
  },
  { ...closed, description: "From now on something goes wrong; faults end with their scenario." },
);

const askStep = Type.Object(
  {
    ask: Type.String({ pattern: "^[a-z_]{3,40}$", maxLength: 40, description: "What a driver is told." }),
    say: text(300, "What a person is told."),
    of: Type.Optional(name),
  },
  { ...closed, description: "Only the partner can begin it." },
);

const atStep = Type.Object(
  { at: oneOf(["provider"], "The location that the sandbox keeps for the app, whose book a provider keeps.") },
  { ...closed, description: "What is asked from now on happens at another location." },
);

const expectStep = Type.Object({ expect: check }, { ...closed, description: "What must be seen." });

/** The schema of one file of `scenarios`, published beside them. */
export const scenarioSchema = Type.Object(
  {
    $schema: Type.Optional(Type.Literal("./scenario.schema.json")),
    id: Type.String({ pattern: "^(ord|menu|book|wait|all)-[a-z]+(-[a-z]+)*$", maxLength: 30 }),
    title: text(80, "One line."),
    about: text(600, "What happens, and what a good integration does."),
    profile: oneOf(["ordering", "menus", "bookings", "waitlist", "every"], "The profile that it belongs to."),
    may_be_absent: Type.Optional(
      Type.Literal(true, {
        description: "Not applicable to an app that lacks a type of event or a scope that it needs.",
      }),
    ),
    whole_run: Type.Optional(
      Type.Literal(true, { description: "Judges what was seen since the run began, not since the scenario began." }),
    ),
    needs: Type.Object(
      {
        events: Type.Array(eventType, { maxItems: 10, description: "Types that the endpoint is subscribed to." }),
        scopes: Type.Array(text(40, "A scope."), { maxItems: 10, description: "Scopes of the app." }),
      },
      closed,
    ),
    page: Type.String({ pattern: "^/docs/[a-z-]+(#[a-z0-9-]+)?$", maxLength: 100, description: "Where to read on." }),
    steps: Type.Array(Type.Union([placeStep, triggerStep, faultStep, advanceStep, atStep, askStep, expectStep]), {
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
export type PlaceStep = Static<typeof placeStep>;
export type TriggerStep = Static<typeof triggerStep>;
export type AdvanceStep = Static<typeof advanceStep>;
export type FaultStep = Static<typeof faultStep>;
