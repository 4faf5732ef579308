/** The fields of `details`, code by code. A field that is not always there is optional. */

export interface Issue {
  readonly path: string;
  readonly message: string;
}

interface Revisions {
  readonly expected: number;
  readonly actual: number;
}

interface Reason {
  readonly reason: string;
}

export interface ErrorDetails {
  readonly invalid_request: { readonly issues: readonly Issue[] };
  readonly invalid_menu: { readonly issues: readonly Issue[] };
  readonly invalid_geometry: { readonly reason: string; readonly issues?: readonly Issue[] };
  readonly invalid_phone: { readonly issues: readonly Issue[] };
  readonly invalid_blackout_dates: { readonly issues: readonly Issue[] };
  readonly insufficient_scope: { readonly required_scope: string };
  readonly operation_in_progress: {
    readonly operation_id: string;
    readonly retry_after: number;
    readonly reason: string;
  };
  readonly stale_version: Revisions & { readonly updated_by?: unknown };
  readonly subscription_limit: { readonly limit: number };
  readonly stale_configuration: Revisions;
  readonly zone_limit: { readonly limit: number };
  readonly illegal_transition: {
    readonly from_status: string;
    readonly decision: string;
    readonly to_status?: string;
    readonly reason?: string;
  };
  readonly order_not_ready: { readonly from_status: string };
  readonly order_terminal: { readonly status: string };
  readonly change_closed: { readonly status: string };
  readonly payment_not_open: { readonly payment_status: string | null };
  readonly stale_blackout_dates: Revisions;
  readonly slot_unavailable: { readonly conflicts?: readonly unknown[] };
  /** The booking that overlaps; absent where a provider found it. */
  readonly overlapping_booking: { readonly booking_id?: string };
  readonly not_changeable: Reason;
  readonly not_cancellable: Reason;
  readonly waitlist_closed: Reason;
  readonly clock_limit: { readonly offset_seconds: number; readonly limit_seconds: number };
  readonly trigger_impossible: { readonly cause: string | null };
  readonly capability_unsupported: { readonly managed_by?: string };
  readonly configuration_rejected: { readonly reasons: readonly string[] };
  readonly basket_refused: {
    readonly reasons: readonly { readonly code: string; readonly message: string; readonly path?: string }[];
    readonly next_possible_time?: string | null;
    readonly quote?: unknown;
  };
  readonly party_size_out_of_bounds: {
    readonly min: number;
    readonly max: number;
    readonly inquiry_url?: string | null;
  };
  readonly large_party_inquiry_required: { readonly threshold: number; readonly inquiry_url?: string | null };
  readonly outside_booking_window: Reason;
  readonly guest_contact_required: { readonly required: string };
  readonly guest_messaging_unavailable: Reason;
}

/** The details of a code; of any other code, whatever the service sends. */
export type DetailsOf<Code extends string> = Code extends keyof ErrorDetails
  ? ErrorDetails[Code]
  : Readonly<Record<string, unknown>>;
