/** All pages of people and their accounts. */
import type { PageRoute } from "../../pages/page.ts";
import { demoPages } from "./demo.pages.ts";
import type { HomeDeps } from "./home-page.query.ts";
import { invitePages } from "./invite.pages.ts";
import { mePages } from "./me.pages.ts";
import { pairPages } from "./pair.pages.ts";
import { providerPages } from "./provider.pages.ts";
import { recoverPages } from "./recover.pages.ts";
import { signInPages } from "./sign-in.pages.ts";
import type { AccountDeps } from "./visit.query.ts";

/** `demoCode` opens the demonstration people of a sandbox; a service without one has no page for them. */
export function accountPages(
  deps: AccountDeps & Pick<HomeDeps, "showsLocations"> & { readonly demoCode: string | undefined },
): PageRoute[] {
  return [
    ...signInPages(deps),
    ...invitePages(deps),
    ...mePages(deps),
    ...pairPages(deps),
    ...recoverPages(deps),
    ...(deps.provider === undefined ? [] : providerPages(deps, deps.provider)),
    // Last: the other service may have none, and pages are paired by their place in the list.
    ...(deps.demoCode === undefined ? [] : demoPages(deps, deps.demoCode)),
  ];
}
