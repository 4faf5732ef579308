/** Two hosts changed the same party: shows the other host and the change, and offers the choice. */
import type { JSX } from "preact";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { changesOf } from "../live/changes.screen.ts";
import type { Store } from "../live/store.screen.ts";
import type { Changed } from "../state/what-changed.ts";
import { ActButton } from "./parts.screen.tsx";

interface ConflictProps {
  readonly store: Store;
  readonly changed: Changed;
  /** Does the own act on top; undefined where that is no longer possible. */
  readonly again: (() => void) | undefined;
}

export function ConflictDialog({ store, changed, again }: ConflictProps): JSX.Element {
  const { say } = store;
  const { who, name, rows } = changesOf(store, changed);
  const close = (): void => store.closeDialog();
  return (
    <Dialog store={store} title={<bdi>{say("conflict.title", { who, name })}</bdi>}>
      <dl class="changes">
        {rows.map(({ field, seen, now }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              <s>
                <bdi>{seen}</bdi>
              </s>{" "}
              <b>
                <bdi>{now}</bdi>
              </b>
            </dd>
          </div>
        ))}
      </dl>
      <div class="over-foot">
        <ActButton store={store} look="go" autofocus text={say("conflict.keep")} onClick={close} />
        {again !== undefined && (
          <ActButton
            store={store}
            text={say("conflict.again")}
            onClick={() => {
              close();
              again();
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
