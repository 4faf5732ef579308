/**
 * Passkeys on the pages of accounts: the button that signs in and the one that adds a passkey appear where the browser knows
 * passkeys. What the browser signs goes to the calls of the console; without script or passkeys the password is there.
 */

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
  const work = box.dataset["passkey"] === "add" ? () => add(box) : () => signIn(box);
  button.addEventListener("click", () => {
    button.setAttribute("aria-busy", "true");
    void work()
      .catch(() => say(box))
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
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await optionsOf("/me/passkeys/options"));
  const credential = await navigator.credentials.create({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new Error("no passkey");
  const { id, response } = credential.toJSON();
  if (!("attestationObject" in response)) throw new Error("no passkey");
  const { clientDataJSON, attestationObject } = response;
  const name = box.dataset["name"] ?? "Passkey";
  await post("/me/passkeys", { name, id, response: { clientDataJSON, attestationObject } });
  location.assign("/me?done=saved");
}

async function optionsOf(path: string) {
  const { options } = await post(path, undefined);
  return options;
}

async function post(path: string, body: object | undefined) {
  const answer = await fetch(api + path, {
    method: "POST",
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

/** Says that it did not work, where readers of the screen hear it. */
function say(box: HTMLElement): void {
  const failed = box.querySelector<HTMLElement>("[role=alert]");
  if (failed !== null) failed.textContent = box.dataset["failed"] ?? "";
}
