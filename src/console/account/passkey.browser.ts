/**
 * Passkeys on the pages of accounts. The button that signs in and the one that adds a passkey appear where the browser
 * can use passkeys. The signed answer is sent to the calls of the console. Without script or passkeys there is the
 * password.
 */

import { fetchWithin } from "../../pages/fetch-within.browser.ts";

const api = "/console/v1";

for (const box of document.querySelectorAll<HTMLElement>("[data-passkey]")) {
  const button = box.querySelector("button");
  if (
    button === null ||
    typeof PublicKeyCredential === "undefined" ||
    !("parseCreationOptionsFromJSON" in PublicKeyCredential)
  )
    continue;
  box.hidden = false;
  const work = { add, join }[box.dataset["passkey"] ?? ""] ?? signIn;
  button.addEventListener("click", () => {
    // The browser asks for one passkey at a time.
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    void work(box)
      .catch((error: unknown) => say(box, error))
      .finally(() => button.removeAttribute("aria-busy"));
  });
}

async function signIn(box: HTMLElement): Promise<void> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await optionsOf("/sign_in/passkey/options"));
  const credential = await navigator.credentials.get({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new Error("no passkey");
  const { id, response } = credential.toJSON();
  if (!("signature" in response)) throw new Error("no passkey");
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  await post("/sign_in/passkey", {
    id,
    response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null },
  });
  location.assign(box.dataset["to"] ?? "/");
}

async function add(box: HTMLElement): Promise<void> {
  await post("/me/passkeys", await make(box, "/me/passkeys/options", undefined));
  location.assign("/me?done=saved");
}

/** Makes the account of an invitation with a passkey in place of the password. */
async function join(box: HTMLElement): Promise<void> {
  const [name, email] = ["name", "email"].map((id) => document.querySelector<HTMLInputElement>(`#${id}`));
  if (name === null || name === undefined || email === null || email === undefined) throw new Error("no form");
  if (!name.reportValidity() || !email.reportValidity()) return;
  const path = `/invitations/${box.dataset["token"] ?? ""}`;
  const account = { name: name.value.trim(), email: email.value.trim() };
  const passkey = await make(box, `${path}/passkey_options`, account);
  await post(`${path}/accept`, { ...account, language: document.documentElement.lang, passkey });
  location.assign("/");
}

/** Lets the browser make a passkey as the call says. */
async function make(box: HTMLElement, path: string, body: object | undefined): Promise<object> {
  const { options } = await post(path, body);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new Error("no passkey");
  const { id, response } = credential.toJSON();
  if (!("attestationObject" in response)) throw new Error("no passkey");
  const { clientDataJSON, attestationObject } = response;
  return { name: box.dataset["name"] ?? "Passkey", id, response: { clientDataJSON, attestationObject } };
}

async function optionsOf(path: string) {
  const { options } = await post(path, undefined);
  return options;
}

async function post(path: string, body: object | undefined) {
  const answer = await fetchWithin(api + path, {
    method: "POST",
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

/** Says that it did not work, where readers of the screen hear it. */
function say(box: HTMLElement, error: unknown): void {
  const failed = box.querySelector<HTMLElement>("[role=alert]");
  const isTaken = error instanceof Error && error.message === "409" && box.dataset["taken"] !== undefined;
  if (failed !== null) failed.textContent = (isTaken ? box.dataset["taken"] : box.dataset["failed"]) ?? "";
}
