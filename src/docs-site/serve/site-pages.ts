/** All pages of the site, in the order in which previous and next lead through them. Pure. */
import { endpointsOf } from "../../docs-pages/endpoint-section.ts";
import { errorsMarkdown } from "../../docs-pages/errors-markdown.ts";
import type { OpenApiDocument } from "../../platform/http/openapi/openapi-document.ts";
import { refusalCodes } from "../../platform/http/refusals/refusal-catalogue.ts";
import type { RouteValue } from "../../platform/http/route-value.ts";
import type { NavGroup } from "../frame/navigation.ts";
import type { Neighbours } from "../frame/page-frame.ts";
import { callPage, type CallFacts } from "../pages/call-page.ts";
import type { ChangelogEntry } from "../pages/changelog-entries.ts";
import { changelogPage } from "../pages/changelog-page.ts";
import { errorPage, errorsPage, reasonsPage } from "../pages/error-pages.ts";
import { guideGroups } from "../pages/guide-list.ts";
import { guidePages, type GuideFiles } from "../pages/guide-pages.ts";
import { homePage } from "../pages/home-page.ts";
import {
  eventPage,
  eventsPage,
  listedObjects,
  objectPage,
  objectsPage,
  referencePage,
  sectionPage,
} from "../pages/reference-pages.ts";
import type { SitePage } from "../text/page-parts.ts";

export interface SiteSources {
  readonly document: OpenApiDocument;
  /** The routes of all audiences: errors name the calls that answer them. */
  readonly routes: readonly RouteValue[];
  readonly guides: GuideFiles;
  /** The newest first. */
  readonly changes: readonly ChangelogEntry[];
  readonly facts: CallFacts;
}

export interface Site {
  /** By their address. */
  readonly pages: ReadonlyMap<string, SitePage>;
  readonly groups: readonly NavGroup[];
  neighboursOf(page: SitePage): Neighbours;
}

/** Makes all pages; their bodies are made when they are asked for. */
export function createSite(sources: SiteSources): Site {
  const { document } = sources;
  const home = homePage(document);
  const guides = guidePages(sources.guides);
  const sections = document.tags
    .filter(({ name }) => endpointsOf(document, name).length > 0)
    .map(({ name, description }) => ({
      section: sectionPage(document, name, description),
      calls: endpointsOf(document, name).map((endpoint) => callPage(document, endpoint, sources.facts)),
    }));
  const reference = referencePage(document);
  const events = eventsPage(document);
  const types = Object.keys(document.webhooks).map((type) => eventPage(document, type));
  const objects = objectsPage(document);
  const shapes = Object.keys(document.components.schemas).map((name) => objectPage(document, name));
  const errors = errorsPage(() => errorsMarkdown(sources.routes));
  const reasons = reasonsPage();
  const codes = refusalCodes.map((code) => errorPage(code, sources.routes));
  const changes = changelogPage(sources.changes, sources.guides);
  const listed = new Set(listedObjects(document));
  const inOrder = [
    home,
    ...guides,
    reference,
    ...sections.flatMap(({ section, calls }) => [section, ...calls]),
    events,
    ...types,
    objects,
    ...shapes,
    errors,
    reasons,
    ...codes,
    changes,
  ];
  const guideLists = guideGroups.filter(({ name }) => name !== "Rules");
  return {
    pages: new Map(inOrder.map((page) => [page.path, page])),
    groups: [
      ...guideLists.map(({ name }) => ({
        title: name,
        lists: [
          ...(name === "Start" ? [list(home, "Overview")] : []),
          ...guides.filter(({ group }) => group === name).map((page) => list(page)),
        ],
      })),
      {
        title: "Reference",
        lists: [
          list(reference),
          ...sections.map(({ section, calls }) => list(section, section.title, calls)),
          list(events, "Events", types),
          list(
            objects,
            "Objects",
            shapes.filter(({ title }) => listed.has(title)),
          ),
          list(errors),
          list(reasons),
          list(changes),
          ...rulesOf(guides),
        ],
      },
    ],
    neighboursOf: (page) => neighboursOf(page, inOrder),
  };
}

function list(page: SitePage, title = page.title, pages: readonly SitePage[] = []) {
  return { title, path: page.path, pages };
}

function rulesOf(guides: readonly SitePage[]) {
  const [first, ...others] = guides.filter(({ group }) => group === "Rules");
  return first === undefined ? [] : [list(first, "Rules", others)];
}

/** Previous and next stay in the group: a reader of errors is not led into guides. */
function neighboursOf(page: SitePage, inOrder: readonly SitePage[]): Neighbours {
  const group = inOrder.filter((other) => other.group === page.group);
  const at = group.indexOf(page);
  return { previous: group[at - 1], next: group[at + 1] };
}
