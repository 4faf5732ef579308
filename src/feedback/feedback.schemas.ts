/** Wire shapes of feedback for the app that gives it, and for the operator. */
import Type, { type Static } from "typebox";
import { toIso, toUnixSeconds } from "../kernel/clock.ts";
import { idField, isoInstant, nullable, oneOf, textField, unixSeconds } from "../platform/http/reading/fields.ts";
import { feedbackKinds, feedbackStates, type Feedback } from "./feedback.ts";

export const newFeedbackBody = Type.Object({
  kind: oneOf(feedbackKinds),
  summary: textField(500, { description: "What is wrong or missing, in a sentence." }),
  description: Type.Optional(textField(500, { description: "What you did, what you expected, what came instead." })),
  request_ids: Type.Optional(
    Type.Array(textField(255), { maxItems: 20, description: "The x-request-id of each answer that this is about." }),
  ),
});

const sharedFields = {
  object: Type.Literal("feedback"),
  id: idField("fbk"),
  kind: oneOf(feedbackKinds),
  summary: Type.String({ maxLength: 500 }),
  request_ids: Type.Array(Type.String({ maxLength: 255 }), { description: "As they were sent." }),
  matched_request_ids: Type.Array(Type.String({ maxLength: 255 }), {
    description: "Those that are requests of this app in the last seven days.",
  }),
};

export const feedbackShape = Type.Object({
  ...sharedFields,
  created: unixSeconds("When the feedback was given."),
});

export const receivedFeedbackShape = Type.Object({
  ...sharedFields,
  app_id: idField("app"),
  created_at: isoInstant("When the feedback was given."),
  description: nullable(Type.String({ maxLength: 500 })),
  status: oneOf(feedbackStates),
  note: nullable(Type.String({ maxLength: 2000, description: "For the operator's people; no app reads it." })),
  handled_at: nullable(isoInstant("When status or note last changed; null: never.")),
});

export const feedbackChangesBody = Type.Object(
  {
    status: Type.Optional(oneOf(feedbackStates)),
    note: Type.Optional(nullable(textField(2000, { description: "For the operator's people; null: none." }))),
  },
  { additionalProperties: false },
);

/** The feedback as its app sees it. */
export function feedbackToWire(feedback: Feedback): Static<typeof feedbackShape> {
  return { ...sharedToWire(feedback), created: toUnixSeconds(feedback.created_at) };
}

/** The feedback as the operator reads it. */
export function receivedFeedbackToWire(feedback: Feedback): Static<typeof receivedFeedbackShape> {
  return {
    ...sharedToWire(feedback),
    app_id: feedback.app_id,
    created_at: toIso(feedback.created_at),
    description: feedback.description,
    status: feedback.status,
    note: feedback.note,
    handled_at: feedback.handled_at === null ? null : toIso(feedback.handled_at),
  };
}

function sharedToWire(feedback: Feedback) {
  return {
    object: "feedback" as const,
    id: feedback.id,
    kind: feedback.kind,
    summary: feedback.summary,
    request_ids: [...feedback.request_ids],
    matched_request_ids: [...feedback.matched_request_ids],
  };
}
