/** A deposit or a prepayment that some starts ask for. Pure. */
import type { BookingConfiguration, ConfiguredPayment } from "../../bookings/venue/configuration.ts";
import { minorDigits } from "../../kernel/minor-units.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";
import { numberOrNull, textOf, textsOf } from "../shell/row-fields.ts";
import type { SetupPart, SetupWords } from "./setup-part.ts";
import { weekDays } from "./week-days.ts";

const blank: Omit<ConfiguredPayment, "paymentId"> = {
  kind: "deposit",
  amount: { amount: 1_000, currency: "EUR" },
  per: "person",
  minPartySize: null,
  days: null,
  services: null,
  experienceIds: null,
  refundUntilMinutes: 1_440,
  refundPercentAfter: 0,
};

/** The payment of that id; a new one, with that id, where `isNew`. `day` says a day of the week. */
export function paymentPart(
  say: SetupWords,
  { id, isNew, day }: { readonly id: string; readonly isNew: boolean; readonly day: (of: number) => string },
): SetupPart {
  return {
    title: say(isNew ? "payment.new" : "payment"),
    sections: (configuration) => [whatOf(say), whereOf(say, configuration, day), backOf(say)],
    read: ({ payments }) => {
      const found = isNew ? blank : payments.find(({ paymentId }) => paymentId === id);
      return found === undefined ? undefined : toFields(found);
    },
    write(configuration, fields) {
      const payment: ConfiguredPayment = { ...fromFields(fields), paymentId: id };
      const { payments } = configuration;
      const isKnown = payments.some(({ paymentId }) => paymentId === id);
      return {
        ...configuration,
        payments: isKnown ? payments.map((one) => (one.paymentId === id ? payment : one)) : [...payments, payment],
      };
    },
    ...(isNew
      ? {}
      : {
          remove: (configuration) => ({
            ...configuration,
            payments: configuration.payments.filter(({ paymentId }) => paymentId !== id),
          }),
        }),
  };
}

function whatOf(say: SetupWords): Section {
  return {
    title: say("payment.what"),
    fields: [
      {
        kind: "choice",
        name: "kind",
        label: say("payment.kind"),
        options: (["deposit", "prepaid"] as const).map((one) => [one, say(`payment.${one}`)] as const),
      },
      { kind: "money", name: "amount", label: say("payment.amount"), currencyIn: "currency" },
      { kind: "text", name: "currency", label: say("payment.currency"), hint: say("payment.currency.hint"), max: 3 },
      {
        kind: "choice",
        name: "per",
        label: say("payment.per"),
        options: (["person", "party"] as const).map((one) => [one, say(`payment.${one}`)] as const),
      },
    ],
  };
}

function whereOf(
  say: SetupWords,
  { services, experiences }: BookingConfiguration,
  day: (of: number) => string,
): Section {
  const hint = say("experience.services.hint");
  return {
    title: say("payment.where"),
    fields: [
      {
        kind: "number",
        name: "party_min",
        label: say("payment.party_min"),
        hint: say("none.hint"),
        min: 1,
        max: 1000,
        optional: true,
      },
      {
        kind: "ticks",
        name: "days",
        label: say("service.days"),
        hint,
        options: weekDays.map((one) => [String(one), day(one)] as const),
        least: 0,
      },
      {
        kind: "ticks",
        name: "services",
        label: say("services"),
        hint,
        options: services.map(({ serviceId, name }) => [serviceId, name] as const),
        least: 0,
      },
      {
        kind: "ticks",
        name: "experiences",
        label: say("experiences"),
        hint: say("payment.experiences.hint"),
        options: experiences.map(({ experienceId, name }) => [experienceId, name] as const),
        least: 0,
      },
    ],
  };
}

function backOf(say: SetupWords): Section {
  return {
    title: say("payment.back"),
    text: say("payment.back.text"),
    fields: [
      { kind: "number", name: "back_minutes", label: say("payment.back.minutes"), min: 0, max: 86_400 },
      { kind: "number", name: "back_percent", label: say("payment.back.percent"), min: 0, max: 100 },
    ],
  };
}

function toFields(payment: Omit<ConfiguredPayment, "paymentId">): Fields {
  const { amount, currency } = payment.amount;
  const digits = minorDigits(currency);
  return {
    kind: payment.kind,
    amount: (amount / 10 ** digits).toFixed(digits),
    currency,
    per: payment.per,
    party_min: payment.minPartySize,
    days: (payment.days ?? []).map(String).toSorted(),
    services: (payment.services ?? []).toSorted(),
    experiences: (payment.experienceIds ?? []).toSorted(),
    back_minutes: payment.refundUntilMinutes,
    back_percent: payment.refundPercentAfter,
  };
}

function fromFields(fields: Fields): Omit<ConfiguredPayment, "paymentId"> {
  const orNull = <T>(list: readonly T[]): readonly T[] | null => (list.length === 0 ? null : list);
  const currency = textOf(fields["currency"]).toUpperCase();
  return {
    kind: fields["kind"] === "prepaid" ? "prepaid" : "deposit",
    amount: { amount: Math.round(Number(textOf(fields["amount"])) * 10 ** minorDigits(currency)), currency },
    per: fields["per"] === "party" ? "party" : "person",
    minPartySize: numberOrNull(fields["party_min"]),
    days: orNull(textsOf(fields["days"]).map(Number)),
    services: orNull(textsOf(fields["services"])),
    experienceIds: orNull(textsOf(fields["experiences"])),
    refundUntilMinutes: Number(fields["back_minutes"]),
    refundPercentAfter: Number(fields["back_percent"]),
  };
}
