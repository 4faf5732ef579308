/** Whether a request comes from this machine itself, for pages that only the owner of the machine may see. Pure. */

const loopbackAddress = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;
const loopbackHost = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/;

/** The connection and the Host are of loopback: a name that another site points here is none of ours. */
export function isOfThisMachine(address: string | undefined, host: string | undefined): boolean {
  return loopbackAddress.test(address ?? "") && loopbackHost.test(host ?? "");
}
