/** The floor of deliveries: a bare loop of undici posts with bodies of the same size, nothing else. */
import { Agent } from "undici";

/** Posts as fast as `connections` at once can for some seconds; answers the rate a second. */
export async function postBare(url: string, connections: number, seconds: number): Promise<number> {
  const agent = new Agent({ connections });
  const { origin, pathname } = new URL(url);
  const body = JSON.stringify({ event_id: "evt_01k0w3h5bxf5mtpp3aq2ck8xya", padding: "x".repeat(420) });
  const headers = { "content-type": "application/json" };
  let done = 0;
  const end = performance.now() + seconds * 1000;
  const post = async (): Promise<void> => {
    while (performance.now() < end) {
      const answer = await agent.request({ origin, path: pathname, method: "POST", headers, body });
      await answer.body.dump();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, post));
  await agent.close();
  return done / seconds;
}
