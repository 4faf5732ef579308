export { route, type Handlers } from "./route.ts";
export {
  isWebhookVerificationError,
  verify,
  WebhookVerificationError,
  type ReceivedDelivery,
  type VerificationReason,
} from "./verify.ts";
export type { ReceivedEvent, UnknownEvent } from "./events.ts";
