/**
 * The floor of deliveries: a bare loop of undici posts with bodies of the same size. It has no database, no signature, no
 * limits per receiver, no order, no retries and no record.
 */
import { Agent } from "undici";

/** Posts to the addresses in turn, `inFlight` at once, for some seconds; answers the rate a second. */
export async function postBare(urls: readonly string[], inFlight: number, seconds: number): Promise<number> {
  const agent = new Agent({ connections: inFlight });
  const targets = urls.map((url) => new URL(url));
  const body = JSON.stringify({
    event_id: "evt_01k0w3h5bxf5mtpp3aq2ck8xya",
    resource_id: "ord_01k0w3h5bxf5mtpp3aq2ck8xya",
    sequence: 1,
    data: null,
    padding: "x".repeat(380),
  });
  const headers = { "content-type": "application/json" };
  let [sent, done] = [0, 0];
  const end = performance.now() + seconds * 1000;
  const post = async (): Promise<void> => {
    while (performance.now() < end) {
      const target = targets[sent++ % targets.length];
      if (target === undefined) return;
      const answer = await agent.request({
        origin: target.origin,
        path: target.pathname,
        method: "POST",
        headers,
        body,
      });
      await answer.body.dump();
      if (performance.now() < end) done += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, post));
  await agent.close();
  return done / seconds;
}
