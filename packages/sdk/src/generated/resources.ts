/** Generated from openapi/partner.json by `npm run openapi`. */
import type { Answered, CallOptions, WriteOptions } from "../call-options.ts";
import type { MapleList } from "../list.ts";
import type {
  AcceptOrderInput,
  AddToWaitlistInput,
  AdvanceSandboxClockInput,
  AnswerOrderValidationInput,
  AnswerSandboxOrderChangeInput,
  BlockTablesInput,
  Booking,
  BookingBlackouts,
  BookingConfiguration,
  BookingFloor,
  BookingHold,
  BookingHoldId,
  BookingHoldList,
  BookingId,
  BookingList,
  BookingProfile,
  BookingSlot,
  BookingSlotList,
  CancelBookingForVenueInput,
  CancelBookingInput,
  CancelOrderInput,
  CancelSandboxOrderAsCustomerInput,
  CancelSandboxOrderAsStoreInput,
  Certification,
  CertificationList,
  ChangeBookingInput,
  CheckDeliveryZonesInput,
  CompleteBookingInput,
  CompleteOrderInput,
  Connection,
  ConnectionDeleted,
  CreateBookingHoldInput,
  CreateBookingInput,
  CreateDeliveryZoneInput,
  CreateFeedbackInput,
  CreateSandboxCertificationInput,
  CreateWalkInInput,
  CreatedWebhookSubscription,
  DayBook,
  DeletedWebhookSubscription,
  DeliveryAttempt,
  DeliveryAttemptList,
  DeliveryZone,
  DeliveryZoneCheck,
  DeliveryZoneDeleted,
  DeliveryZoneImport,
  DeliveryZoneList,
  DenyOrderInput,
  DeveloperApiStatus,
  DeveloperApp,
  EventId,
  Feedback,
  ImportDeliveryZonesInput,
  KeptMenu,
  KeptMenuList,
  KeptMenuWithDocument,
  LedgerEvent,
  LedgerEventList,
  Location,
  LocationId,
  LocationList,
  LoggedRequest,
  LoggedRequestList,
  MarkBookingNoShowInput,
  MarkOrderReadyInput,
  Menu,
  MenuSync,
  NewWebhookSubscription,
  NotifyWaitlistEntryInput,
  Order,
  OrderChange,
  OrderDecision,
  OrderList,
  OrderResend,
  OrderValidation,
  OrderingSettings,
  OrderingSettingsInput,
  PaySandboxBookingInput,
  PaySandboxOrderInput,
  PlaceSandboxOrderInput,
  PublishBookingConfigurationInput,
  PublishBookingConfigurationResult,
  PublishMenuInput,
  RemoveWaitlistEntryInput,
  ReplaceBookingBlackoutsInput,
  ReplayWebhookEventInput,
  ReplayWebhookEventsInput,
  ReportUnavailableItemsInput,
  RequestId,
  ResendOrderInput,
  RotateWebhookSecretInput,
  RotatedWebhookSecret,
  SandboxClock,
  SandboxFaults,
  SandboxTrigger,
  SeatBookingInput,
  SeatWaitlistEntryInput,
  SetOrderStatusInput,
  SetSandboxFaultsInput,
  StockStatus,
  StockStatusList,
  Storefront,
  StreamWebhookEventsLine,
  TableBlockOfLocation,
  TableBlockOfLocationList,
  TriggerSandboxEventInput,
  UpdateDeliveryZoneInput,
  UpdateOrderInput,
  UpdateStockStatusInput,
  Waitlist,
  WaitlistEntry,
  WaitlistEstimate,
  WebhookEventType,
  WebhookEventTypeList,
  WebhookReplay,
  WebhookSubscription,
  WebhookSubscriptionChange,
  WebhookSubscriptionList,
  WebhookTestResult,
} from "./schemas.ts";

export interface AppCalls {
  /** Read the app behind the key. The app, the environment and the scopes of the key as they are now; any valid key may ask. (`getMe`) */
  get(options?: CallOptions): Promise<Answered<DeveloperApp>>;
  /** Check that the service answers. (`ping`) */
  ping(options?: CallOptions): Promise<Answered<DeveloperApiStatus>>;
}

export interface LocationsCalls {
  /** List the locations granted to the app. The full set, newest first. (`listLocations`) */
  list(options?: CallOptions): MapleList<Location, LocationList>;
  /** Read a location. (`getLocation`) */
  get(locationId: string, options?: CallOptions): Promise<Answered<Location>>;
  /** Read what guests are shown of a location. The profile that its managers write, and the addresses of its pages. Whether a page takes orders or bookings now, the page says. (`getStorefront`) */
  getStorefront(locationId: string, options?: CallOptions): Promise<Answered<Storefront>>;
}

export interface ConnectionsCalls {
  /** Read the app's connection to a location. (`getConnection`) */
  get(locationId: string, options?: CallOptions): Promise<Answered<Connection>>;
  /** Connect the app to a location. Makes the app the receiver of the location's orders: 201, or 200 when it is that already. A location has at most one. (`createConnection`) */
  create(locationId: string, options?: WriteOptions): Promise<Answered<Connection>>;
  /** Disconnect the app from a location. Open orders stay with the location and time out by the normal rule. (`deleteConnection`) */
  delete(locationId: string, options?: WriteOptions): Promise<Answered<ConnectionDeleted>>;
}

export interface MenusCalls {
  /** Publish a location's whole menu. The document is compared with the live menu by externalId and takes effect in one step. Up to 5,000 objects it is done when the answer comes (200); a larger one, or one sent with Prefer: respond-async, or one that comes while another is being worked on, is queued (202) and can be polled. An identical document changes nothing. An invalid document writes nothing and the answer lists every issue. (`publishMenu`) */
  publish(locationId: string, body: PublishMenuInput, options?: WriteOptions & {
    /** Only say what would change, object by object. */
    dry_run?: boolean | undefined;
    /** respond-async asks for a job. */
    prefer?: string | undefined;
  }): Promise<Answered<MenuSync>>;
  /** Read the published menu back. With ids and stock status. Send the ETag in If-None-Match to be told 304 while nothing has changed. (`getMenu`) */
  get(locationId: string, query?: {
    /** The ETag of the menu you have. */
    if_none_match?: string | undefined;
  }, options?: CallOptions): Promise<Answered<Menu> | null>;
  /** Follow a publish. (`getMenuSync`) */
  getSync(locationId: string, syncId: string, options?: CallOptions): Promise<Answered<MenuSync>>;
  /** List the menus that were live at a location. The last 50, newest first. (`listMenuVersions`) */
  listVersions(locationId: string, options?: CallOptions): MapleList<KeptMenu, KeptMenuList>;
  /** Read an earlier menu. (`getMenuVersion`) */
  getVersion(locationId: string, versionId: string, options?: CallOptions): Promise<Answered<KeptMenuWithDocument>>;
  /** Make an earlier menu live again. At once and whole, with menu.sync_completed. Ids and stock stay; a publish that still waits is superseded. The menu that is live already is left alone. (`restoreMenuVersion`) */
  restoreVersion(locationId: string, versionId: string, options?: WriteOptions): Promise<Answered<KeptMenu>>;
}

export interface StockCalls {
  /** Read the stock status of everything that can run out. (`getStockStatus`) */
  list(locationId: string, options?: CallOptions): MapleList<StockStatus, StockStatusList>;
  /** Update stock status. A row names what it changes by `id`, or by your own `externalId` with its `kind`. Diners see the change at once. A publish keeps it, unless the document states a stockStatus itself. (`updateStockStatus`) */
  update(locationId: string, body: UpdateStockStatusInput, options?: WriteOptions): Promise<Answered<StockStatusList>>;
}

export interface OrderingSettingsCalls {
  /** Read the ordering settings of a location. For the app that is connected. Pauses and delays that are over read as null and 0. (`getOrderingSettings`) */
  get(locationId: string, options?: CallOptions): Promise<Answered<OrderingSettings>>;
  /** Change the ordering settings of a location. What is absent stays. Staff change the same settings at their board: the last writer wins, unless `expected_version` is sent. Every granted app is told by store.settings.changed. (`updateOrderingSettings`) */
  update(locationId: string, body: OrderingSettingsInput, options?: WriteOptions): Promise<Answered<OrderingSettings>>;
}

export interface OrdersCalls {
  /** List orders. Orders of all locations to which the app holds the connection, newest first. With `since` (an exclusive checkpoint) by placing, oldest first; with `updated_since` by their last change, oldest change first. Both miss nothing, also while orders are written: repeat with `starting_after` set to `next_cursor` while `has_more` is true; when you move the checkpoint ahead, overlap by a few seconds and deduplicate by id and sequence. (`listOrders`) */
  list(query?: {
    /** Only orders created after this. */
    since?: number | undefined;
    /** Only orders changed at this instant or later, in real time; not together with `since`. */
    updated_since?: string | undefined;
    /** Only orders of these statuses, with commas between: PENDING,ACCEPTED. */
    status?: string | undefined;
    /** true: only orders that are handed over and wait for a decision. */
    actionable?: boolean | undefined;
    /** The next_cursor of the page before; without `updated_since` that is the id of its last order. */
    starting_after?: string | undefined;
    /** Default 100. */
    limit?: number | undefined;
  }, options?: CallOptions): MapleList<Order, OrderList>;
  /** Get an order. (`getOrder`) */
  get(orderId: string, options?: CallOptions): Promise<Answered<Order>>;
  /** Change the ticket or the ready time of an accepted order. While the order is ACCEPTED or AUTO_ACCEPTED; the ticket alone also later, until the order ends without food. The same values again change nothing. (`updateOrder`) */
  update(orderId: string, body: UpdateOrderInput, options?: WriteOptions): Promise<Answered<Order>>;
  /** Accept an order. Within six minutes of its order.notification. A repeat is answered the same and changes nothing. (`acceptOrder`) */
  accept(orderId: string, body?: AcceptOrderInput, options?: WriteOptions): Promise<Answered<OrderDecision>>;
  /** Deny an order. The payment is reversed. What `out_of_stock` names of this order becomes out_of_stock in the stock status. (`denyOrder`) */
  deny(orderId: string, body: DenyOrderInput, options?: WriteOptions): Promise<Answered<OrderDecision>>;
  /** Report an order ready. (`markOrderReady`) */
  ready(orderId: string, body?: MarkOrderReadyInput, options?: WriteOptions): Promise<Answered<OrderDecision>>;
  /** Complete an order. (`completeOrder`) */
  complete(orderId: string, body?: CompleteOrderInput, options?: WriteOptions): Promise<Answered<OrderDecision>>;
  /** Cancel an accepted order for the store. The payment is refunded. A PENDING order is denied instead. (`cancelOrder`) */
  cancel(orderId: string, body: CancelOrderInput, options?: WriteOptions): Promise<Answered<OrderDecision>>;
  /** Move an order to a status. One call for partners that keep statuses. A status the order has already passed is answered without effect. (`setOrderStatus`) */
  setStatus(orderId: string, body: SetOrderStatusInput, options?: WriteOptions): Promise<Answered<OrderDecision>>;
  /** Answer a validation request. Within 30 seconds of order.validation_requested. An invalid order is rejected and the diner sees the issues. (`answerOrderValidation`) */
  answerValidation(orderId: string, body: AnswerOrderValidationInput, options?: WriteOptions): Promise<Answered<OrderValidation>>;
  /** Send the notification of a live order again. A fresh event with the same idempotency_key; the order does not change. (`resendOrder`) */
  resend(orderId: string, body?: ResendOrderInput, options?: WriteOptions): Promise<Answered<OrderResend>>;
  /** Report items of an accepted order as unavailable. The diner is offered the order without them, and the money for them back, or its cancellation, and has five minutes; without an answer, or when you report the order ready first, they are removed. The same report again changes nothing; a further one is added to the open offer and gives the diner five minutes anew. What came of it is in `changes` of the order; order.updated or order.cancelled tells of it. (`reportUnavailableItems`) */
  reportUnavailableItems(orderId: string, body: ReportUnavailableItemsInput, options?: WriteOptions): Promise<Answered<OrderChange>>;
}

export interface DeliveryZonesCalls {
  /** List the delivery zones of a location. The full set, newest first. (`listDeliveryZones`) */
  list(locationId: string, options?: CallOptions): MapleList<DeliveryZone, DeliveryZoneList>;
  /** Read a delivery zone. (`getDeliveryZone`) */
  get(locationId: string, zoneId: string, options?: CallOptions): Promise<Answered<DeliveryZone>>;
  /** Make a delivery zone. An area as GeoJSON or as a circle, and what delivery costs there. Diners are quoted by it at once. (`createDeliveryZone`) */
  create(locationId: string, body: CreateDeliveryZoneInput, options?: WriteOptions): Promise<Answered<DeliveryZone>>;
  /** Change a delivery zone. Fields that are absent stay; null clears a field that may be null. (`updateDeliveryZone`) */
  update(locationId: string, zoneId: string, body: UpdateDeliveryZoneInput, options?: WriteOptions): Promise<Answered<DeliveryZone>>;
  /** Remove a delivery zone. Orders already placed keep their fee. (`deleteDeliveryZone`) */
  delete(locationId: string, zoneId: string, options?: WriteOptions): Promise<Answered<DeliveryZoneDeleted>>;
  /** Ask whether a coordinate is delivered to. The very rule that quotes and orders use, at the location's own time. 200 also when it is not; the boundary of a zone belongs to it. (`checkDeliveryZones`) */
  check(locationId: string, body: CheckDeliveryZonesInput, options?: WriteOptions): Promise<Answered<DeliveryZoneCheck>>;
  /** Import delivery zones from GeoJSON, WKT or an encoded polyline. Adds all zones of the document, or none: the refusal lists every issue. With `?dry_run=true` (200) nothing is stored. (`importDeliveryZones`) */
  import(locationId: string, body: ImportDeliveryZonesInput, options?: WriteOptions & {
    /** Default false. */
    dry_run?: boolean | undefined;
  }): Promise<Answered<DeliveryZoneImport>>;
  /** Draw the delivery zones of a location. A picture of the zones, their precedence, the location and where zones overlap. (`previewDeliveryZones`) */
  preview(locationId: string, options?: CallOptions): Promise<string>;
}

export interface BookingsCalls {
  /** Search free slots. Every start in the window at which the party can have a table, in order, standard reservations before experiences. Parties are seated in the first area, then the others in the order of the profile. An empty list is an answer; the 422 codes say that nothing in the window could ever be offered. Counts against 60 searches a minute. (`searchBookingAvailability`) */
  searchAvailability(locationId: string, query: {
    /** Venue-local, YYYY-MM-DDTHH:MM; a time in a skipped hour is the moment of the change. */
    start: string;
    /** Exclusive, after start, at most 31 days later. */
    end: string;
    party_size: number;
    /** Only this experience. */
    experience_id?: string | undefined;
    /** Only this area; the token is then bound to it. */
    area_id?: string | undefined;
    /** A booking that is to be changed: its own table does not count as taken. */
    booking_id?: BookingId | undefined;
  }, options?: CallOptions): MapleList<BookingSlot, BookingSlotList>;
  /** List bookings. Bookings of the granted locations, whoever made them, by start. Without `start` and `end`: the next seven days, and the window stays the same across pages. `phone` and `confirmation_code` look up at one location, at any time. `updated_since` drains changes, oldest first, and misses nothing: overlap by a few seconds and deduplicate by id and version. Where a sandbox clock of a location was moved, a drain over all locations gives some bookings again; with `location_id` it does not. (`listBookings`) */
  list(query?: {
    location_id?: LocationId | undefined;
    /** The first start, with `end`; the + of an offset is written %2B. */
    start?: string | undefined;
    /** Starts before this instant; at most 31 days after `start`. */
    end?: string | undefined;
    /** Changed at this instant or later. */
    updated_since?: string | undefined;
    /** In any spelling. */
    phone?: string | undefined;
    confirmation_code?: string | undefined;
    /** Default 20. */
    limit?: number | undefined;
    /** The next_cursor of the page before. */
    starting_after?: string | undefined;
  }, options?: CallOptions): MapleList<Booking, BookingList>;
  /** Read a booking. (`getBooking`) */
  get(bookingId: string, options?: CallOptions): Promise<Answered<Booking>>;
  /** Make a booking. From a hold, or straight from a slot token; either names the location. (`createBooking`) */
  create(body: CreateBookingInput, options?: WriteOptions): Promise<Answered<Booking>>;
  /** Change a booking. To another slot (search with `booking_id`, so that its own table counts as free), another note, or both. When the slot is gone the booking keeps what it had. A note alone keeps time, party size and table. (`changeBooking`) */
  change(bookingId: string, body: ChangeBookingInput, options?: WriteOptions): Promise<Answered<Booking>>;
  /** Cancel a booking for its guest. Until `cancellable_until`. A repeat is answered the same. (`cancelBooking`) */
  cancel(bookingId: string, body?: CancelBookingInput, options?: WriteOptions): Promise<Answered<Booking>>;
  /** Cancel a booking for the venue. Also when the guest no longer could. A repeat is answered the same. (`cancelBookingForVenue`) */
  cancelForVenue(bookingId: string, body?: CancelBookingForVenueInput, options?: WriteOptions): Promise<Answered<Booking>>;
  /** Seat the party of a booking. At its own table from now on, early or late; when that is taken or a party still sits there, where the rule of seating puts it. A table chosen by hand may run into a later party's time only with `allow_overrun: true`. A repeat is answered the same. (`seatBooking`) */
  seat(bookingId: string, body?: SeatBookingInput, options?: WriteOptions): Promise<Answered<Booking>>;
  /** Note that the party has left. Its table is free at once. A repeat is answered the same. (`completeBooking`) */
  complete(bookingId: string, body?: CompleteBookingInput, options?: WriteOptions): Promise<Answered<Booking>>;
  /** Note that the party did not come. Its table is free at once. A repeat is answered the same. (`markBookingNoShow`) */
  markNoShow(bookingId: string, body?: MarkBookingNoShowInput, options?: WriteOptions): Promise<Answered<Booking>>;
  /** Seat a party that walks in. At the first table of the rule of seating that is free now and stays free for the turn time. A table chosen by hand may run into a later party's time only with `allow_overrun: true`, and have too few seats only with `allow_over_capacity: true`. (`createWalkIn`) */
  createWalkIn(locationId: string, body: CreateWalkInInput, options?: WriteOptions): Promise<Answered<Booking>>;
  /** Read the live floor. What every table is doing. Poll no more often than every 15 seconds: a faster poll is answered from the same snapshot, with its `Age`, unless something was written meanwhile. Booking events say when there is something new. With `If-None-Match` an unchanged floor is a 304. (`getBookingFloor`) */
  getFloor(locationId: string, query?: {
    if_none_match?: string | undefined;
  }, options?: CallOptions): Promise<Answered<BookingFloor> | null>;
  /** Read the book of one service day. All bookings, blocks and services of the day at one moment. With `If-None-Match` an unchanged day is a 304. (`getDayBook`) */
  getDayBook(locationId: string, query?: {
    /** YYYY-MM-DD, by the clock of the location; today when absent. */
    date?: string | undefined;
    if_none_match?: string | undefined;
  }, options?: CallOptions): Promise<Answered<DayBook> | null>;
}

export interface TableBlocksCalls {
  /** List the blocks of tables. Those that are not over and begin within 30 days, whoever made them, by their start. (`listTableBlocks`) */
  list(locationId: string, options?: CallOptions): MapleList<TableBlockOfLocation, TableBlockOfLocationList>;
  /** Take tables out of use for a while. All of them, or none: 409 `slot_unavailable` names in `details.conflicts` who has one of them within the time. Nobody is moved. The floor shows the tables as out_of_service. No event is sent. (`blockTables`) */
  create(locationId: string, body: BlockTablesInput, options?: WriteOptions): Promise<Answered<TableBlockOfLocation>>;
  /** End a block now. Whoever made it. Its tables are free at once. A block that is over stays as it is. (`liftTableBlock`) */
  delete(locationId: string, blockId: string, options?: WriteOptions): Promise<Answered<TableBlockOfLocation>>;
}

export interface BookingHoldsCalls {
  /** List the app's holds. Newest first, at the locations that the app is granted. Without `status` those that keep a table now: live and pending. (`listBookingHolds`) */
  list(query?: {
    location_id?: LocationId | undefined;
    /** Statuses with commas between; default live,pending. */
    status?: string | undefined;
    /** Default 100. */
    limit?: number | undefined;
    starting_after?: BookingHoldId | undefined;
  }, options?: CallOptions): MapleList<BookingHold, BookingHoldList>;
  /** Hold a slot. Keeps a table while the guest decides; the token names the location. Never longer than `expires_at`. At most ten live or pending holds per app and location: the eleventh is answered 429 `hold_limit_reached`. (`createBookingHold`) */
  create(body: CreateBookingHoldInput, options?: WriteOptions): Promise<Answered<BookingHold>>;
  /** Read a hold. (`getBookingHold`) */
  get(holdId: string, options?: CallOptions): Promise<Answered<BookingHold>>;
  /** Release a hold. Frees its table at once. Repeatable. (`releaseBookingHold`) */
  release(holdId: string, options?: WriteOptions): Promise<Answered<BookingHold>>;
}

export interface BookingSetupCalls {
  /** Read the booking configuration. The whole configuration and its revision; both are null before the first one is published. (`getBookingConfiguration`) */
  get(locationId: string, options?: CallOptions): Promise<Answered<BookingConfiguration>>;
  /** Publish the booking configuration. Replaces the whole configuration. With `expected_revision` it is refused when a manager has saved another since you read it; without, it is replaced whatever is there. Existing bookings stay; those whose table disappears are named in `warnings`. Slot tokens of the configuration before are no longer good. (`publishBookingConfiguration`) */
  publish(locationId: string, body: PublishBookingConfigurationInput, options?: WriteOptions): Promise<Answered<PublishBookingConfigurationResult>>;
  /** Read the booking profile. Whether and how the location takes bookings, what it offers, and when it takes none. (`getBookingProfile`) */
  getProfile(locationId: string, options?: CallOptions): Promise<Answered<BookingProfile>>;
  /** Replace the blackout dates. The whole list of windows in which no reservations are taken. They block starts: existing bookings, and stays that reach into one, are untouched. (`replaceBookingBlackouts`) */
  replaceBlackouts(locationId: string, body: ReplaceBookingBlackoutsInput, options?: WriteOptions): Promise<Answered<BookingBlackouts>>;
}

export interface WaitlistCalls {
  /** Read the waitlist. The parties in line, first in line first. Waitlist events say when there is something new. (`getWaitlist`) */
  get(locationId: string, options?: CallOptions): Promise<Answered<Waitlist>>;
  /** Estimate the wait of a party. For a party that would join now: a band that four of five waits end in, never a single number; 0 to 0 when a table is free and nobody in front competes for it. (`estimateWait`) */
  estimate(locationId: string, query: {
    /** At most 50. */
    party_size: number;
  }, options?: CallOptions): Promise<Answered<WaitlistEstimate>>;
  /** Let remote parties join. May be repeated. (`openWaitlist`) */
  open(locationId: string, options?: WriteOptions): Promise<Answered<Waitlist>>;
  /** Let no more remote parties join. Parties in line stay, and the venue can still add parties in person. May be repeated. (`closeWaitlist`) */
  close(locationId: string, options?: WriteOptions): Promise<Answered<Waitlist>>;
  /** Add a party to the waitlist. At the end of the line. A phone that is in line already finds its entry: 200. A closed waitlist takes parties with channel `in_person` only. The guest gets a message with a link to their live place, when messages are on and there is a phone. (`addToWaitlist`) */
  add(locationId: string, body: AddToWaitlistInput, options?: WriteOptions): Promise<Answered<WaitlistEntry>>;
  /** Read a party on the waitlist. (`getWaitlistEntry`) */
  getEntry(entryId: string, options?: CallOptions): Promise<Answered<WaitlistEntry>>;
  /** Tell a party that its table is ready. By a text message, sent after the answer; `message` of the entry says what became of it. A repeat is answered the same, and sends again only when the first message is known not to have arrived. A party that does not come within the venue's `notifyExpiryMinutes` expires. (`notifyWaitlistEntry`) */
  notify(entryId: string, body?: NotifyWaitlistEntryInput, options?: WriteOptions): Promise<Answered<WaitlistEntry>>;
  /** Seat a party of the waitlist. Now, by the rule of seating or at tables chosen by hand, which may run into a later party's time only with `allow_overrun: true`. Makes a booking in service with source `waitlist`, in the same step. A repeat is answered the same. (`seatWaitlistEntry`) */
  seat(entryId: string, body?: SeatWaitlistEntryInput, options?: WriteOptions): Promise<Answered<WaitlistEntry>>;
  /** Take a party off the waitlist, for the venue. A repeat is answered the same. (`removeWaitlistEntry`) */
  remove(entryId: string, body?: RemoveWaitlistEntryInput, options?: WriteOptions): Promise<Answered<WaitlistEntry>>;
  /** Take a party off the waitlist, for the guest. Tells apps by waitlist_entry.removed with `data.status` cancelled. A repeat is answered the same. (`cancelWaitlistEntry`) */
  cancel(entryId: string, options?: WriteOptions): Promise<Answered<WaitlistEntry>>;
}

export interface WebhookSubscriptionsCalls {
  /** List the app's webhook subscriptions. (`listWebhookSubscriptions`) */
  list(options?: CallOptions): MapleList<WebhookSubscription, WebhookSubscriptionList>;
  /** Read a webhook subscription. (`getWebhookSubscription`) */
  get(subscriptionId: string, options?: CallOptions): Promise<Answered<WebhookSubscription>>;
  /** Subscribe an endpoint to events. The answer shows the signing secret once. An app has at most 20 subscriptions. (`createWebhookSubscription`) */
  create(body: NewWebhookSubscription, options?: WriteOptions): Promise<Answered<CreatedWebhookSubscription>>;
  /** Change, disable or enable a webhook subscription. Enabling a disabled subscription delivers what was held in the last 7 days, in order. (`changeWebhookSubscription`) */
  update(subscriptionId: string, body: WebhookSubscriptionChange, options?: WriteOptions): Promise<Answered<WebhookSubscription>>;
  /** Delete a webhook subscription. (`deleteWebhookSubscription`) */
  delete(subscriptionId: string, options?: WriteOptions): Promise<Answered<DeletedWebhookSubscription>>;
  /** Replace a subscription's signing secret. The answer shows the new secret once; until the grace ends every delivery is signed with both. (`rotateWebhookSecret`) */
  rotateSecret(subscriptionId: string, body?: RotateWebhookSecretInput, options?: WriteOptions): Promise<Answered<RotatedWebhookSecret>>;
  /** Send a test event to a subscription's endpoint. Sends webhook.test at once and answers what came of it, also when the endpoint fails. (`testWebhookSubscription`) */
  test(subscriptionId: string, options?: WriteOptions): Promise<Answered<WebhookTestResult>>;
  /** List the event types an app can subscribe to. (`listWebhookEventTypes`) */
  listEventTypes(options?: CallOptions): MapleList<WebhookEventType, WebhookEventTypeList>;
}

export interface WebhookEventsCalls {
  /** List the app's events, newest first. The ledger keeps every event for 30 days, also those for which no subscription existed. (`listWebhookEvents`) */
  list(query?: {
    /** Only this type; orders.* is accepted for order.*. */
    event_type?: string | undefined;
    location_id?: LocationId | undefined;
    /** Only events with a delivery in this state. */
    status?: "pending" | "delivered" | "failed" | "held" | "skipped" | undefined;
    /** How many at most; 50 when absent. */
    limit?: number | undefined;
    starting_after?: EventId | undefined;
    before?: EventId | undefined;
  }, options?: CallOptions): MapleList<LedgerEvent, LedgerEventList>;
  /** Read an event and its deliveries. (`getWebhookEvent`) */
  get(eventId: string, options?: CallOptions): Promise<Answered<LedgerEvent>>;
  /** List the delivery attempts of an event, newest first. Each with its time, duration, status, error and the first 4 KiB of the answer. (`listWebhookDeliveryAttempts`) */
  listAttempts(eventId: string, options?: CallOptions): MapleList<DeliveryAttempt, DeliveryAttemptList>;
  /** Send an event again. To the subscriptions that have not received it, those made since included; to all of them when forced. Listeners hear it too, unless a subscription is named. (`replayWebhookEvent`) */
  replay(eventId: string, body?: ReplayWebhookEventInput, options?: WriteOptions): Promise<Answered<WebhookReplay>>;
  /** Send the events of a time span again. To the subscriptions that have not received them; with a status, exactly the deliveries in that state. Listeners hear them too. (`replayWebhookEvents`) */
  replayMany(body: ReplayWebhookEventsInput, options?: WriteOptions): Promise<Answered<WebhookReplay>>;
  /** Listen to the app's events. Lines of JSON over a connection that stays open: each event as it is recorded or replayed, with headers and body as a delivery would have, and a heartbeat every 10 seconds. No subscription and no public address are needed. Ends after two minutes with a line reconnect. `npx maple listen` is a client of it. (`streamWebhookEvents`) */
  stream(query: {
    /** Where the listener forwards to. It is signed, never called from here. */
    forward_to: string;
    /** Only these types, with commas between. */
    event_types?: string | undefined;
    cursor?: number | undefined;
  }, options?: CallOptions): AsyncIterable<StreamWebhookEventsLine>;
}

export interface RequestsCalls {
  /** List the app's requests, newest first. Of the last seven days, without bodies. A request appears within a second of its answer. (`listRequests`) */
  list(query?: {
    /** 409 or 4xx. */
    status?: string | undefined;
    code?: string | undefined;
    method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | undefined;
    /** An operationId. */
    operation?: string | undefined;
    resource_id?: string | undefined;
    /** Answered at this time or later. */
    since?: number | undefined;
    /** Answered at this time or earlier. */
    until?: number | undefined;
    /** How many at most; 50 when absent. */
    limit?: number | undefined;
    starting_after?: RequestId | undefined;
  }, options?: CallOptions): MapleList<LoggedRequest, LoggedRequestList>;
  /** Read a request with its bodies. By the x-request-id of its answer. (`getRequest`) */
  get(requestId: string, options?: CallOptions): Promise<Answered<LoggedRequest>>;
}

export interface FeedbackCalls {
  /** Report a bug, a gap or an unclear error. Cite requests by their x-request-id. An id that matches none of the app's requests of the last seven days is kept as sent. (`createFeedback`) */
  create(body: CreateFeedbackInput, options?: WriteOptions): Promise<Answered<Feedback>>;
}

export interface SandboxCalls {
  /** Let a simulated diner place an order. Through the very path of real diners: priced, checked, paid and handed over, with all its events. (`placeSandboxOrder`) */
  placeOrder(body: PlaceSandboxOrderInput, options?: WriteOptions): Promise<Answered<Order>>;
  /** Let the simulated diner pay. Test cards: 4242424242424242 pays at once; 4000000000000002 is declined; 4000000000003220 settles after 30 seconds; 4000000000009979 is declined after 30 seconds; 4000000000005126 pays at once, and its first refund fails. (`paySandboxOrder`) */
  payOrder(orderId: string, body?: PaySandboxOrderInput, options?: WriteOptions): Promise<Answered<Order>>;
  /** Let the simulated diner cancel. (`cancelSandboxOrderAsCustomer`) */
  cancelOrderAsCustomer(orderId: string, body?: CancelSandboxOrderAsCustomerInput, options?: WriteOptions): Promise<Answered<Order>>;
  /** Let the store cancel at its console. From any live status, as the store's own console may. (`cancelSandboxOrderAsStore`) */
  cancelOrderAsStore(orderId: string, body?: CancelSandboxOrderAsStoreInput, options?: WriteOptions): Promise<Answered<Order>>;
  /** Let the simulated diner answer what is unavailable. (`answerSandboxOrderChange`) */
  answerOrderChange(orderId: string, changeId: string, body: AnswerSandboxOrderChangeInput, options?: WriteOptions): Promise<Answered<OrderChange>>;
  /** Let the guest pay for a booking. The deposit or the price that the booking asks for. Test cards: 4242424242424242 pays at once; 4000000000000002 is declined; 4000000000003220 settles after 30 seconds; 4000000000009979 is declined after 30 seconds; 4000000000005126 pays at once, and its first refund fails. (`paySandboxBooking`) */
  payBooking(bookingId: string, body?: PaySandboxBookingInput, options?: WriteOptions): Promise<Answered<Booking>>;
  /** Make an event happen. Does what causes the event: `order.notification` places an order. A clock moves ahead where time must pass. Grants, the status of a location and deposits happen at spare locations that are kept for the app. (`triggerSandboxEvent`) */
  trigger(body: TriggerSandboxEventInput, options?: WriteOptions): Promise<Answered<SandboxTrigger>>;
  /** Open a location whose book a provider keeps. The sandbox keeps one for the app: granted, connected, and booked at the simulated provider. The guest's last name chooses what happens: `Slow` is answered after five seconds, `Lost` never, `Refuse` is refused, `Pending` waits for approval. The same location is answered again. (`openSandboxProviderLocation`) */
  openProviderLocation(options?: WriteOptions): Promise<Answered<Location>>;
  /** Make calls and webhooks go wrong. In place of the rules that there were. A replay meets none. Deliveries and logged requests show `fault`, answers `x-sandbox-fault`. (`setSandboxFaults`) */
  setFaults(body: SetSandboxFaultsInput, options?: WriteOptions): Promise<Answered<SandboxFaults>>;
  /** Read the faults and how often each acted. (`getSandboxFaults`) */
  getFaults(options?: CallOptions): Promise<Answered<SandboxFaults>>;
  /** Switch all faults off. (`deleteSandboxFaults`) */
  deleteFaults(options?: WriteOptions): Promise<Answered<SandboxFaults>>;
  /** Keep a certification for the operator. `maple certify` sends it after a whole profile. The service judges by its own records of the time in which each scenario was played. The app's last 20 are kept. (`createSandboxCertification`) */
  createCertification(body: CreateSandboxCertificationInput, options?: WriteOptions): Promise<Answered<Certification>>;
  /** List the app's certifications, newest first. (`listSandboxCertifications`) */
  listCertifications(options?: CallOptions): MapleList<Certification, CertificationList>;
  /** Read a location's clock. (`getSandboxClock`) */
  getClock(locationId: string, options?: CallOptions): Promise<Answered<SandboxClock>>;
  /** Move a location's clock ahead. Timers that become due act, each at its own time, before the answer. Forward only, at most 400 days in total. (`advanceSandboxClock`) */
  advanceClock(locationId: string, body: AdvanceSandboxClockInput, options?: WriteOptions): Promise<Answered<SandboxClock>>;
}

export interface Resources {
  readonly app: AppCalls;
  readonly locations: LocationsCalls;
  readonly connections: ConnectionsCalls;
  readonly menus: MenusCalls;
  readonly stock: StockCalls;
  readonly orderingSettings: OrderingSettingsCalls;
  readonly orders: OrdersCalls;
  readonly deliveryZones: DeliveryZonesCalls;
  readonly bookings: BookingsCalls;
  readonly tableBlocks: TableBlocksCalls;
  readonly bookingHolds: BookingHoldsCalls;
  readonly bookingSetup: BookingSetupCalls;
  readonly waitlist: WaitlistCalls;
  readonly webhookSubscriptions: WebhookSubscriptionsCalls;
  readonly webhookEvents: WebhookEventsCalls;
  readonly requests: RequestsCalls;
  readonly feedback: FeedbackCalls;
  readonly sandbox: SandboxCalls;
}
