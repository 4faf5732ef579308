/** The values of a text message, by its kind; types only. */

export type MessageValues =
  | {
      readonly kind: "waitlist_joined";
      readonly position: number;
      readonly wait: { readonly min: number; readonly max: number };
      readonly link: string;
    }
  | {
      readonly kind: "table_ready";
      readonly minutes: number;
      readonly link: string | null;
      readonly note: string | null;
    }
  | {
      readonly kind: "booking_confirmed" | "booking_reminder" | "booking_changed";
      /** In the location's wall clock: "2026-12-06", "19:30"; "01:30 GMT+2" where the clock shows that time twice. */
      readonly date: string;
      readonly time: string;
      readonly partySize: number;
      readonly code: string;
      /** Where the guest changes or cancels the booking. */
      readonly link: string | null;
    }
  | {
      readonly kind: "booking_cancelled";
      readonly date: string;
      readonly time: string;
      /** In the restaurant's own words. */
      readonly reason: string | null;
      readonly link: string | null;
    }
  | {
      readonly kind: "staff_alert";
      /** How many orders wait for a decision of staff. */
      readonly orders: number;
      /** The display number of the first. */
      readonly number: string;
    }
  | {
      readonly kind: "invitation";
      /** Whoever opens the link gets a role: a secret. */
      readonly link: string;
    };

export type Joined = Extract<MessageValues, { readonly kind: "waitlist_joined" }>;
export type Booked = Extract<
  MessageValues,
  { readonly kind: "booking_confirmed" | "booking_reminder" | "booking_changed" }
>;
