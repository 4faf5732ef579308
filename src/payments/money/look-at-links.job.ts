/**
 * Asks the processor about links without news: links that are pending for ten minutes (rules/ordering 10.5), links whose
 * making was cut off by a crash, and links to be closed because their order or booking is over. Guarantees: a lost
 * webhook delays a payment by ten minutes and loses nothing. A closed link is closed at the processor too. Safe to run
 * anywhere, any number of times: each look sets the time of the next one, and a report is applied once.
 */
import type { Database } from "../../platform/postgres/database.ts";
import type { OnPaymentNews } from "./charge-test-card.command.ts";
import { postponeLook, takeLinksToLookAt, type PaymentLink } from "../payment/links.sql.ts";
import { makeLink, pendingSeconds, tellNews } from "./ensure-link.command.ts";
import { namesOf } from "../payment/paid-for.ts";
import type { HostedLinks, ProcessorOf } from "../payment/payment-processor.ts";
import type { LinkNews, SurplusReason } from "../payment/payment-state.ts";

export interface LinkJobOptions {
  readonly database: Database;
  readonly processorOf: ProcessorOf;
  readonly onNews: OnPaymentNews;
  /** Hears of every look that could not be made or learnt something, for the log. */
  readonly onLook: (look: LookedAt) => void;
}

export interface LookedAt {
  readonly linkId: string;
  readonly orderId: string | null;
  readonly bookingId: string | null;
  readonly state: string;
  readonly news: LinkNews["kind"] | null;
  readonly error: string | null;
  /** Why a charge that came to light was not what was asked for; it goes back. */
  readonly surplus: SurplusReason | null;
}

const batch = 20;
const putOffSeconds = 60;
const longestSeconds = 6 * 3600;

/** Looks at what is due; answers true when there may be more. */
export async function lookAtLinks(options: LinkJobOptions): Promise<boolean> {
  const due = await options.database.transaction((tx) => takeLinksToLookAt(tx, putOffSeconds, batch));
  await Promise.all(due.map((link) => lookAt(options, link)));
  return due.length === batch;
}

async function lookAt(options: LinkJobOptions, link: PaymentLink): Promise<void> {
  const links = options.processorOf(link.processor)?.links;
  const told = { linkId: link.id, ...namesOf(link), state: link.state, surplus: null };
  if (links === undefined || links === null) {
    const error = `the processor ${link.processor} is not configured`;
    options.onLook({ ...told, news: null, error });
    return postpone(options.database, link, error);
  }
  // Made again under its key: either it is found, or it never was.
  if (link.reference === null) return finishMaking(options, links, link);
  const read = link.state === "closing" ? await links.close(link.reference) : await links.read(link.reference);
  if (read.kind === "unknown") {
    options.onLook({ ...told, news: null, error: read.message });
    return postpone(options.database, link, read.message);
  }
  const { news } = read;
  if (news.kind === "open" || (news.kind === "settling" && link.state === "settling")) {
    return postpone(options.database, link, null);
  }
  const { surplus } = await tellNews(options.database, options.onNews, { ...link, reference: link.reference }, news);
  options.onLook({ ...told, news: news.kind, error: null, surplus });
  if (news.kind === "settling") await postpone(options.database, link, null);
}

async function finishMaking(options: LinkJobOptions, links: HostedLinks, link: PaymentLink): Promise<void> {
  const failed = await makeLink({ ...options, links }, link);
  const told = { linkId: link.id, ...namesOf(link), state: link.state, news: null, surplus: null };
  if (failed === undefined) return;
  const error = failed.kind === "open" ? null : failed.message;
  options.onLook({ ...told, error });
  if (failed.kind === "unreachable") await postpone(options.database, link, error);
}

/** Ten minutes, then twice as long each time; a link that is to be made or closed is not left for long. */
async function postpone(database: Database, link: PaymentLink, error: string | null): Promise<void> {
  const urgent = link.state === "creating" || link.state === "closing";
  const first = urgent ? 10 : pendingSeconds;
  const inSeconds = Math.min(first * 2 ** Math.min(link.looks - 1, 20), urgent ? pendingSeconds : longestSeconds);
  await database.transaction((tx) => postponeLook(tx, link.id, { inSeconds, error }));
}
