/** Wire shapes of the stream that screens follow. All times are of the location's clock. */
import Type, { type Static } from "typebox";
import type { DeepReadonly } from "../../platform/http/reading/static-fields.ts";
import { streamMessageSchema as boardMessageSchema } from "../board/board-wire.schemas.ts";
import { standChangeSchemas } from "../stand/stand-wire.schemas.ts";

/** What the stream sends: the type of `data` by `object`. Changes have `id: <sequence>`, the others no id. */
export const streamMessageSchema = Type.Union([...boardMessageSchema.anyOf, ...standChangeSchemas]);

export type StreamMessage = DeepReadonly<Static<typeof streamMessageSchema>>;
