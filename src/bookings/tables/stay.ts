/** How long a party stays: elapsed time, so a change of the clock at night does not change it. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import type { Experience } from "../venue/configuration.ts";
import type { Venue } from "../venue/venue.ts";

const minuteMs = 60_000;
/** No stay is shorter, and nobody gets a table that is wanted again before that (rules/bookings 11.2). */
export const shortestStayMs = minuteMs;

/** The experience of that id, or undefined. */
export function findExperience(venue: Venue, experienceId: string): Experience | undefined {
  return venue.configuration.experiences.find((experience) => experience.experienceId === experienceId);
}

/** The minutes that a party stays, without the buffer; a party beyond the turn times stays as long as the largest. */
export function stayMinutes(venue: Venue, partySize: number, experienceId: string | null): number {
  const experience = experienceId === null ? undefined : findExperience(venue, experienceId);
  const { durations } = venue.configuration;
  const turn = durations.find(
    ({ minPartySize, maxPartySize }) => minPartySize <= partySize && partySize <= maxPartySize,
  );
  return experience?.durationMinutes ?? (turn ?? durations.at(-1))?.minutes ?? venue.shortestStay;
}

/** When a stay ends. */
export function endOfStay(startsAt: Instant, minutes: number): Instant {
  return startsAt + minutes * minuteMs;
}

/** Until when the units are taken by a stay: its end and the buffer after it. */
export function occupiedUntil(venue: Venue, startsAt: Instant, minutes: number): Instant {
  return endOfStay(startsAt, minutes + venue.configuration.bufferMinutes);
}

/** When a stay ends whose units are taken until then: the buffer before, where there is room for that. */
export function endWithin(venue: Venue, from: Instant, until: Instant): Instant {
  return Math.max(until - venue.configuration.bufferMinutes * minuteMs, from + shortestStayMs);
}
