/** The checks on a partner: events, deliveries, resources and calls, as the service saw them (rules/certification 2.1). */
import Type, { type Static } from "typebox";

export const closed = { additionalProperties: false } as const;

/** One of some words. */
export const oneOf = <const Words extends readonly string[]>(words: Words, description: string) =>
  Type.Unsafe<Words[number]>({ type: "string", enum: [...words], description });

/** Whole seconds, so many at most. */
export const seconds = (maximum: number, description: string) => Type.Integer({ minimum: 0, maximum, description });

export const name = Type.String({
  pattern: "^[a-z][a-z_]{0,30}$",
  maxLength: 31,
  description: "Names what a step made.",
});
export const eventType = Type.String({
  pattern: "^[a-z_]+(\\.[a-z_]+){1,2}$",
  maxLength: 60,
  description: "A type of event.",
});
const actor = oneOf(["partner", "store", "diner", "guest", "service"], "Who made the change that the event tells.");
const operations = Type.Array(Type.String({ pattern: "^[a-z][A-Za-z]{2,60}$", maxLength: 61 }), {
  minItems: 1,
  maxItems: 20,
  description: "operationIds of calls of the partner.",
});

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
const watches = {
  for_seconds: seconds(900, "How long it is watched, from the beginning of the step."),
};

/** A moment of the past, of the same resource. */
const moment = Type.Union(
  [
    Type.Object({ event: eventType }, { ...closed, description: "When the event was recorded first." }),
    Type.Object({ delivered: eventType }, { ...closed, description: "When the endpoint first answered it with 2xx." }),
  ],
  { title: "Moment" },
);

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
    answer: oneOf(["2xx", "4xx"], "The class of the answer that the endpoint must give; 4xx: to the first attempt."),
    answer_seconds: seconds(10, "The endpoint answers in so many seconds."),
    ...waits,
  },
  { ...closed, description: "The event was delivered to the endpoint, and the endpoint answered so." },
);

const stateCheck = Type.Object(
  { check: Type.Literal("state"), of: name, fields, ...waits },
  { ...closed, description: "The resource reads so." },
);

const callsCheck = Type.Object(
  {
    check: Type.Literal("calls"),
    operations,
    of: Type.Optional(name),
    answer: Type.Optional(
      Type.String({
        pattern: "^([1-5]xx|[1-5][0-9]{2})$",
        maxLength: 3,
        description: "A status or a class; any without it.",
      }),
    ),
    not_before: Type.Optional(moment),
    after_call: Type.Optional(operations),
    after_refused: Type.Optional(
      Type.Array(operations.items, {
        minItems: 1,
        maxItems: 20,
        description: "Only calls count that come after one of these was answered 4xx.",
      }),
    ),
    as: Type.Optional(name),
    ...waits,
  },
  {
    ...closed,
    description: "The partner made such a call, none before the moment, and one of the other calls before it.",
  },
);

const noCallsCheck = Type.Object(
  {
    check: Type.Literal("no_calls"),
    operations,
    of: Type.Optional(name),
    after: Type.Optional(moment),
    grace_seconds: Type.Optional(seconds(60, "What is on its way at the moment does not count.")),
    ...watches,
  },
  { ...closed, description: "The partner made no such call after the moment, or none at all." },
);

const onceCheck = Type.Object(
  { check: Type.Literal("once"), operations, of: Type.Optional(name), ...watches },
  {
    ...closed,
    description: "The partner did it once: one call, or repeats under one Idempotency-Key.",
  },
);

const sameKeyCheck = Type.Object(
  {
    check: Type.Literal("same_key"),
    operations,
    of: Type.Optional(name),
    least: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: "So many calls at least." })),
    most: Type.Integer({ minimum: 1, maximum: 20, description: "So many calls at most." }),
    least_pause_seconds: Type.Optional(seconds(60, "Between a call that failed and the next.")),
    growing: Type.Optional(
      Type.Literal(true, { description: "Each pause is 0.2 s or more, and at least as long as the one before." }),
    ),
    ...waits,
  },
  { ...closed, description: "The partner repeated a write that failed under one Idempotency-Key until it succeeded." },
);

const mannersCheck = Type.Object(
  {
    check: Type.Literal("manners"),
    of: Type.Optional(name),
    polls_per_minute: Type.Integer({
      minimum: 1,
      maximum: 600,
      description: "Of any list, and of any single resource, so often at most.",
    }),
    ...watches,
  },
  { ...closed, description: "Every write carries an Idempotency-Key, and nothing is polled faster than that." },
);

/** One expectation. */
export const check = Type.Union(
  [eventCheck, deliveredCheck, stateCheck, callsCheck, noCallsCheck, onceCheck, sameKeyCheck, mannersCheck],
  { title: "Check" },
);

export type Check = Static<typeof check>;
export type Wanted = Static<typeof wanted>;
export type Moment = Static<typeof moment>;
export type CallCheck = Extract<Check, { readonly operations: readonly string[] }>;
