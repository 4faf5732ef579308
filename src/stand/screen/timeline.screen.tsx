/** The timeline: a row for each table, a bar for each stay, and a line for now. */
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { fewSeatsText, nameOf } from "../live/names.screen.ts";
import type { Store } from "../live/store.screen.ts";
import type { Span } from "../state/stand-model.ts";
import { isNamed } from "../state/table-words.ts";
import { tooFewSeats } from "../state/tables-now.ts";
import { leftOf, rowsOf, spanOf, type Bar, type Row } from "../state/timeline-layout.ts";
import { showParty } from "./cards.screen.tsx";

interface StoreProps {
  readonly store: Store;
}

const hourMs = 3_600_000;

export function Timeline({ store }: StoreProps): JSX.Element {
  const { say, formats } = store;
  const box = useRef<HTMLDivElement>(null);
  const stand = store.stand.value;
  const nowMs = store.minute.value;
  const span = spanOf(stand, nowMs);
  const hours = Array.from({ length: (span.until - span.from) / hourMs }, (_, index) => span.from + index * hourMs);
  const pane = store.pane.value;
  // Begins with the hour of half an hour ago at the left, also when the timeline takes the place of the plan.
  useLayoutEffect(() => {
    if (box.current === null) return;
    const hour = Math.floor((nowMs - hourMs / 2) / hourMs) * hourMs;
    const from = Math.max(0, leftOf(span, hour));
    box.current.scrollLeft = document.documentElement.dir === "rtl" ? -from : from;
  }, [span.from, pane]);
  return (
    <section class="timeline" aria-label={say("timeline.title")}>
      <div ref={box} class="timeline-scroll" tabIndex={0} role="group" aria-label={say("timeline.title")}>
        <div class="timeline-inside" style={{ inlineSize: `calc(5.5rem + ${leftOf(span, span.until)}px)` }}>
          <div class="timeline-hours" aria-hidden="true">
            <span class="timeline-corner" />
            {hours.map((hour) => (
              <time key={hour} style={{ insetInlineStart: `calc(5.5rem + ${leftOf(span, hour)}px)` }}>
                {formats.time(hour)}
              </time>
            ))}
          </div>
          <ul>
            {rowsOf(stand, nowMs).map((row) => (
              <TimeRow key={row.unit.id} store={store} row={row} span={span} />
            ))}
          </ul>
          <div
            class="timeline-now"
            aria-hidden="true"
            style={{ insetInlineStart: `calc(5.5rem + ${leftOf(span, nowMs)}px)` }}
          />
        </div>
      </div>
    </section>
  );
}

function TimeRow({ store, row, span }: StoreProps & { readonly row: Row; readonly span: Span }): JSX.Element {
  return (
    <li class="time-row" data-unit={row.unit.id}>
      <span class="time-name">
        <bdi>{row.unit.name}</bdi>
      </span>
      {row.bars.map((bar) => (
        <TimeBar key={`${bar.id}${bar.from}`} store={store} bar={bar} name={row.unit.name} span={span} />
      ))}
    </li>
  );
}

interface BarProps extends StoreProps {
  readonly bar: Bar;
  /** Of the table. */
  readonly name: string;
  readonly span: Span;
}

function TimeBar({ store, bar, name, span }: BarProps): JSX.Element {
  const { say, formats } = store;
  const { party, kind, from, until } = bar;
  const style = {
    insetInlineStart: `calc(5.5rem + ${leftOf(span, from)}px)`,
    inlineSize: `${Math.max(44, leftOf(span, until) - leftOf(span, from) - 2)}px`,
  };
  if (party === null)
    return (
      <span class={`time-bar bar-${kind}`} style={style}>
        <span class="time-label">{kind === "hold" ? say("timeline.hold") : say("timeline.block")}</span>
      </span>
    );
  const who = nameOf(store, party);
  const label = { table: name, named: isNamed(name), from: formats.time(from), until: formats.time(until) };
  const few = tooFewSeats(store.stand.value, party);
  const isOver = party.status === "in_service" && party.endsAt <= store.minute.value;
  return (
    <button
      type="button"
      class={`time-bar bar-${party.status} ${isOver ? "bar-over" : ""}`}
      style={style}
      data-drag={`bar:${party.id}`}
      onClick={() => showParty(store, party)}
      onFocus={() => (store.chosen.value = party.id)}
    >
      <span class="time-label">
        {few === undefined ? (
          <b>{party.size}</b>
        ) : (
          <b class="few">
            {party.size}/{few}
          </b>
        )}{" "}
        <bdi>
          {party.status === "in_service" ? "● " : ""}
          {who}
        </bdi>
      </span>
      <span class="unseen">
        , <bdi>{say("timeline.bar", label)}</bdi>
        {few !== undefined && <>, {fewSeatsText(store, party)}</>}
      </span>
    </button>
  );
}
