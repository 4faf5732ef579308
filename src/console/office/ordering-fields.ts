/** The settings of a location's ordering as the fields of a form. Pure. */
import {
  capacityIntervals,
  orderMessages,
  type LocationFields,
  type PaymentOption,
} from "../../locations/location/location.ts";
import type { LocationInput } from "../../locations/location/parse-location.ts";
import type { speak } from "../../words/speak.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";

type Words = ReturnType<typeof speak<"ordering">>;

/** The sections of the page. */
export function orderingSections(say: Words): Section[] {
  return [
    timesSection(say),
    capacitySection(say),
    decidingSection(say),
    tellingSection(say),
    payingSection(say),
    tipsSection(say),
  ];
}

function timesSection(say: Words): Section {
  return {
    title: say("times"),
    fields: [
      {
        kind: "number",
        name: "preparation_minutes",
        label: say("preparation"),
        hint: say("preparation.hint"),
        min: 0,
        max: 1440,
      },
      { kind: "number", name: "busy_delay_minutes", label: say("busy"), hint: say("busy.hint"), min: 0, max: 480 },
      {
        kind: "number",
        name: "lead_minutes",
        label: say("lead"),
        hint: say("lead.hint"),
        min: 0,
        max: 1440,
        optional: true,
      },
    ],
  };
}

function capacitySection(say: Words): Section {
  return {
    title: say("capacity"),
    fields: [
      {
        kind: "number",
        name: "capacity_orders",
        label: say("capacity.orders"),
        hint: say("capacity.hint"),
        min: 1,
        max: 10_000,
        optional: true,
      },
      {
        kind: "choice",
        name: "capacity_interval",
        label: say("capacity.interval"),
        options: capacityIntervals.map((one) => [String(one), say("minutes", { count: one })] as const),
      },
    ],
  };
}

function decidingSection(say: Words): Section {
  return {
    title: say("deciding"),
    fields: [
      {
        kind: "choice",
        name: "order_routing",
        label: say("routing"),
        options: [
          ["app", say("routing.app")],
          ["manual", say("routing.manual")],
        ],
      },
      {
        kind: "choice",
        name: "decision_timeout",
        label: say("undecided"),
        options: [
          ["reject", say("undecided.reject")],
          ["accept", say("undecided.accept")],
        ],
      },
      {
        kind: "choice",
        name: "validation_timeout",
        label: say("unchecked"),
        options: [
          ["reject", say("unchecked.reject")],
          ["continue", say("unchecked.continue")],
        ],
      },
      {
        kind: "text",
        name: "alert_phone",
        label: say("phone"),
        hint: say("phone.hint"),
        max: 50,
        optional: true,
        input: "tel",
      },
      {
        kind: "number",
        name: "auto_pause_after",
        label: say("auto_pause"),
        hint: say("auto_pause.hint"),
        min: 0,
        max: 10,
      },
    ],
  };
}

function tellingSection(say: Words): Section {
  return {
    title: say("telling"),
    fields: [
      {
        kind: "choice",
        name: "order_messages",
        label: say("telling.by"),
        hint: say("telling.hint"),
        options: [
          ["off", say("telling.off")],
          ["email", say("telling.email")],
          ["email_and_sms", say("telling.email_and_sms")],
        ],
      },
    ],
  };
}

function payingSection(say: Words): Section {
  return {
    title: say("paying"),
    fields: [
      {
        kind: "ticks",
        name: "payment_options",
        label: say("paying.options"),
        options: [
          ["link", say("paying.link")],
          ["pay_in_store", say("paying.in_store")],
        ],
        least: 1,
      },
      {
        kind: "number",
        name: "payment_window_minutes",
        label: say("paying.window"),
        hint: say("paying.window.hint"),
        min: 5,
        max: 60,
      },
    ],
  };
}

function tipsSection(say: Words): Section {
  return {
    title: say("tips"),
    text: say("tips.text"),
    fields: tipFields.map((name, index) => ({
      kind: "number",
      name,
      label: say("tips.share", { number: String(index + 1) }),
      min: 1,
      max: 50,
      optional: true,
    })),
  };
}

/** What diners are offered as a tip: so many shares at most, each in a field of its own. */
const tipFields = ["tip_1", "tip_2", "tip_3"] as const;

/** A location's settings as the values of the fields. */
export function orderingFields(location: LocationFields): Fields {
  return {
    preparation_minutes: location.preparation_minutes,
    busy_delay_minutes: location.busy_delay_minutes,
    lead_minutes: location.lead_minutes,
    capacity_orders: location.order_capacity?.max_orders ?? null,
    capacity_interval: String(location.order_capacity?.interval_minutes ?? 15),
    order_routing: location.order_routing,
    decision_timeout: location.decision_timeout,
    validation_timeout: location.validation_timeout,
    alert_phone: location.alert_phone,
    auto_pause_after: location.auto_pause_after,
    order_messages: location.order_messages,
    payment_options: location.payment_options.toSorted(),
    payment_window_minutes: location.payment_window_minutes,
    ...Object.fromEntries(tipFields.map((name, index) => [name, location.tip_percentages[index] ?? null])),
  };
}

/** The values as the command takes them; every value has been read by its field. */
export function orderingInput(fields: Fields): LocationInput {
  const number = (name: string): number => Number(fields[name]);
  const orNull = (name: string): number | null => (fields[name] === null ? null : number(name));
  const interval = capacityIntervals.find((one) => one === number("capacity_interval")) ?? 15;
  const most = orNull("capacity_orders");
  const chosen = fields["payment_options"];
  const options: readonly PaymentOption[] = ["link", "pay_in_store"];
  return {
    preparation_minutes: number("preparation_minutes"),
    busy_delay_minutes: number("busy_delay_minutes"),
    lead_minutes: orNull("lead_minutes"),
    order_capacity: most === null ? null : { interval_minutes: interval, max_orders: most },
    order_routing: fields["order_routing"] === "manual" ? "manual" : "app",
    decision_timeout: fields["decision_timeout"] === "accept" ? "accept" : "reject",
    validation_timeout: fields["validation_timeout"] === "continue" ? "continue" : "reject",
    alert_phone: typeof fields["alert_phone"] === "string" ? fields["alert_phone"] : null,
    auto_pause_after: number("auto_pause_after"),
    order_messages: orderMessages.find((one) => one === fields["order_messages"]) ?? "email",
    payment_options: options.filter((one) => Array.isArray(chosen) && chosen.includes(one)),
    payment_window_minutes: number("payment_window_minutes"),
    tip_percentages: [...new Set(tipFields.flatMap((name) => orNull(name) ?? []))].toSorted((a, b) => a - b),
  };
}
