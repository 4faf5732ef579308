export { Maple, type MapleOptions } from "./maple.ts";
export type { Answered, CallOptions, LastResponse, RateLimit, WriteOptions } from "./call-options.ts";
export type { Clock } from "./clock.ts";
export {
  isMapleConnectionError,
  isMapleError,
  MapleConnectionError,
  MapleError,
  MapleTimeoutError,
  type ErrorCode,
} from "./errors.ts";
export type { DetailsOf, ErrorDetails, Issue } from "./error-details.ts";
export type { MapleList } from "./list.ts";
export type * from "./generated/resources.ts";
export type * from "./generated/schemas.ts";
