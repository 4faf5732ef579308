/** The recorded plan shapes of the hottest statements (plans.db.test.ts): one line a node, each under the node that reads it. */

/** The major version of PostgreSQL that made them. */
export const recordedVersion = 18;

export const planShapes: Readonly<Record<string, string>> = {
  "key-states": `Inner Nested Loop
  InitPlan 1: Result
  Bitmap Heap Scan of api_keys
    Bitmap Index Scan by api_keys_hash_key
  Index Scan of apps by apps_pkey`,
  "store-idempotent-answer": `ModifyTable of idempotency_answers
  CTE answered: ModifyTable of idempotency_keys unless in idempotency_keys_pkey
    Result
  CTE Scan of answered`,
  "find-visible-orders": `Inner Nested Loop
  InitPlan 1: Result
  InitPlan 2: Result
  Inner Nested Loop
    Function Scan
    Index Scan of orders by orders_pkey
  Index Scan of connections by connections_pkey`,
  "lock-visible-order": `LockRows
  Index Scan of orders by orders_pkey
    SubPlan 1: Index Scan of connections by connections_pkey`,
  "enter-order-drain-of-order": `Left Nested Loop
  Inner Nested Loop
    Index Scan of orders by orders_pkey
    Index Scan of locations by locations_pkey
  Index Scan of connections by connections_pkey`,
  "insert-order": `ModifyTable of orders
  Result`,
  "list-newest-orders": `Inner Nested Loop
  CTE mine: WindowAgg
    Inner Nested Loop
      Bitmap Heap Scan of connections
        Bitmap Index Scan by connections_app
      Index Scan of locations by locations_pkey
  CTE edge: Limit
    Sort
      Inner Nested Loop
        CTE Scan of mine
        Limit
          Index Only Scan of orders by orders_by_location
  CTE page: Limit
    Sort
      Inner Nested Loop
        CTE Scan of mine
        Limit
          InitPlan 3: CTE Scan of edge
          InitPlan 4: CTE Scan of edge
          Index Only Scan of orders by orders_by_location
  CTE Scan of page
  Index Scan of orders by orders_pkey`,
  "list-orders-since": `Inner Nested Loop
  CTE mine: WindowAgg
    Inner Nested Loop
      Bitmap Heap Scan of connections
        Bitmap Index Scan by connections_app
      Index Scan of locations by locations_pkey
  CTE edge: Limit
    Sort
      Inner Nested Loop
        CTE Scan of mine
        Limit
          Sort
            Bitmap Heap Scan of orders
              Bitmap Index Scan by orders_by_location
  CTE page: Limit
    Sort
      Inner Nested Loop
        CTE Scan of mine
        Limit
          InitPlan 3: CTE Scan of edge
          InitPlan 4: CTE Scan of edge
          Index Scan of orders by orders_by_location
  CTE Scan of page
  Index Scan of orders by orders_pkey`,
  "find-orders-at-board": `Limit
  CTE looked: Limit
    InitPlan 1: Index Scan of orders by orders_pkey
    Index Scan of orders by orders_by_location
  InitPlan 3: Limit
    CTE Scan of looked
  InitPlan 4: Aggregate
    CTE Scan of looked
  Sort
    CTE Scan of looked`,
  "list-due-order-timers": `Limit
  InitPlan 2: Result
    InitPlan 1: Limit
      Index Only Scan of locations by locations_moved_clocks
  Inner Nested Loop
    Index Scan of orders by orders_timers
    Index Scan of locations by locations_pkey`,
  "list-claims": `Index Scan of claims by claims_by_time
  InitPlan 1: Index Scan of locations by locations_pkey`,
  "insert-claims": `ModifyTable of claims
  Subquery Scan
    Sort
      Function Scan of unnest`,
  "record-event": `ModifyTable of deliveries
  CTE event: ModifyTable of events
    Result
  Subquery Scan
    WindowAgg
      Sort
        Index Scan of webhook_subscriptions by webhook_subscriptions_app`,
  "lease-deliveries": `Result
  CTE slots: Result
  CTE in_flight: Aggregate
    Sort
      Index Scan of deliveries_default by deliveries_default_leased_until_idx
  CTE ahead: Recursive Union
    Result
    Result
      InitPlan 3: CTE Scan of slots
      Inner Nested Loop
        Inner Nested Loop
          WorkTable Scan of ahead
          Limit
            Index Only Scan of deliveries_default by deliveries_default_subscription_id_next_at_event_id_idx
        Memoize
          Result
            InitPlan 6: Result
              InitPlan 5: CTE Scan of slots
              Index Scan of webhook_subscriptions by webhook_subscriptions_pkey
              SubPlan 4: CTE Scan of in_flight
  CTE behind: Recursive Union
    Aggregate
      CTE Scan of ahead
    Result
      InitPlan 8: CTE Scan of slots
      Inner Nested Loop
        Inner Nested Loop
          WorkTable Scan of behind
          Subquery Scan
            Limit
              Index Only Scan of deliveries_default by deliveries_default_subscription_id_next_at_event_id_idx
        Memoize
          Result
            InitPlan 11: Result
              InitPlan 10: CTE Scan of slots
              Index Scan of webhook_subscriptions by webhook_subscriptions_pkey
              SubPlan 9: CTE Scan of in_flight
  CTE open: Append
    CTE Scan of ahead
    CTE Scan of behind
  CTE share: Aggregate
    CTE Scan of open
  CTE candidate: WindowAgg
    Sort
      Inner Nested Loop
        CTE Scan of share
        Inner Nested Loop
          CTE Scan of open
          Limit
            Index Scan of deliveries_default by deliveries_default_subscription_id_next_at_event_id_idx
              SubPlan 15: Limit
                Index Scan of deliveries_default by deliveries_default_subscription_id_resource_id_sequence_idx
  CTE picked: Limit
    Sort
      CTE Scan of candidate
  CTE chosen: Inner Nested Loop
    CTE Scan of picked
    Subquery Scan
      LockRows
        Index Scan of deliveries_default by deliveries_default_pkey
  CTE leased: ModifyTable of deliveries
    Inner Nested Loop
      CTE Scan of chosen
      Index Scan of deliveries_default by deliveries_default_pkey
  InitPlan 20: Aggregate
    CTE Scan of behind
  InitPlan 21: Aggregate
    CTE Scan of behind
  InitPlan 22: Aggregate
    CTE Scan of ahead
  InitPlan 23: Aggregate
    CTE Scan of candidate
  InitPlan 24: Aggregate
    CTE Scan of picked
  InitPlan 25: Inner Nested Loop
    CTE Scan of share
    CTE Scan of candidate
  InitPlan 26: CTE Scan of slots
  Sort
    Left Nested Loop
      Result
      Inner Nested Loop
        Inner Nested Loop
          CTE Scan of leased
          Index Scan of events_default by events_default_pkey
        Index Scan of webhook_subscriptions by webhook_subscriptions_pkey
  SubPlan 29: Index Scan of grants by grants_location
    InitPlan 27: Index Scan of apps by apps_pkey
    InitPlan 28: Index Scan of apps by apps_pkey
  SubPlan 33: Aggregate
    Function Scan of json_each
    SubPlan 30: Aggregate
      Function Scan of json_each
    SubPlan 32: Aggregate
      Function Scan of json_each
      SubPlan 31: Aggregate
        Function Scan of json_each
  SubPlan 34: Aggregate
    Function Scan of json_each`,
  "list-events": `Limit
  Result
    Index Scan of events_default by events_default_app_id_id_idx
    SubPlan 3: Index Scan of grants by grants_location
      InitPlan 1: Index Scan of apps by apps_pkey
      InitPlan 2: Index Scan of apps by apps_pkey
    SubPlan 7: Aggregate
      Function Scan of json_each
      SubPlan 4: Aggregate
        Function Scan of json_each
      SubPlan 6: Aggregate
        Function Scan of json_each
        SubPlan 5: Aggregate
          Function Scan of json_each
    SubPlan 8: Aggregate
      Function Scan of json_each`,
};
