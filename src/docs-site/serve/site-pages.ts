/** All pages of the site, in the order of the links to the previous and the next page. Pure. */
import { endpointsOf } from "../../docs-pages/endpoint-section.ts";
import { errorsMarkdown } from "../../docs-pages/errors-markdown.ts";
import type { OpenApiDocument } from "../../platform/http/openapi/openapi-document.ts";
import { refusalCodes } from "../../platform/http/refusals/refusal-catalogue.ts";
import type { RouteValue } from "../../platform/http/route-value.ts";
import type { NavGroup, NavList } from "../frame/navigation.ts";
import type { Neighbours } from "../frame/page-frame.ts";
import { callPage, type CallFacts } from "../pages/call-page.ts";
import type { ChangelogEntry } from "../pages/changelog-entries.ts";
import { changelogPage } from "../pages/changelog-page.ts";
import { downloadsPage, type Download } from "../pages/downloads-page.ts";
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
} from "../pages/reference-pages.ts";
import { sectionPage } from "../pages/section-page.ts";
import type { SitePage } from "../text/page-parts.ts";

export interface SiteSources {
  readonly document: OpenApiDocument;
  /** The routes of all audiences: errors name the calls that answer them. */
  readonly routes: readonly RouteValue[];
  readonly guides: GuideFiles;
  readonly downloads: readonly Download[];
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
  const written = guidePages(sources.guides);
  const first = written.filter(({ group }) => group === "Start");
  const guides = [...first, downloadsPage(sources.downloads), ...written.slice(first.length)];
  const sections = document.tags
    .filter(({ name }) => endpointsOf(document, name).length > 0)
    .map(({ name, description }) => ({
      first: sectionPage(document, name, description),
      pages: endpointsOf(document, name).map((endpoint) => callPage(document, endpoint, sources.facts)),
    }));
  const objects = Object.keys(document.components.schemas).map((name) => objectPage(document, name));
  const listed = new Set(listedObjects(document));
  const start = [homePage(document), referencePage(document)] as const;
  const events = {
    first: eventsPage(document),
    pages: Object.keys(document.webhooks).map((type) => eventPage(document, type)),
  };
  const errors = [errorsPage(() => errorsMarkdown(sources.routes)), reasonsPage()];
  const codes = refusalCodes.map((code) => errorPage(code, sources.routes));
  const changes = changelogPage(sources.changes, sources.guides);
  const objectList = objectsPage(document);
  const all = [...sections, events, { first: objectList, pages: objects }];
  const inOrder = [
    start[0],
    ...guides,
    start[1],
    ...all.flatMap(({ first, pages }) => [first, ...pages]),
    ...errors,
    ...codes,
    changes,
  ];
  const reference = [
    list(start[1]),
    ...[...sections, events].map(({ first, pages }) => list(first, first.title, pages)),
    list(
      objectList,
      "Objects",
      objects.filter(({ title }) => listed.has(title)),
    ),
    ...[...errors, changes].map((page) => list(page)),
    ...rulesOf(guides),
  ];
  return {
    pages: new Map(inOrder.map((page) => [page.path, page])),
    groups: groupsOf(start[0], guides, reference),
    neighboursOf: (page) => neighboursOf(page, inOrder),
  };
}

/** The reference stands below what a developer reads, and above what is for others. */
function groupsOf(home: SitePage, guides: readonly SitePage[], reference: readonly NavList[]): readonly NavGroup[] {
  const groups = guideGroups
    .filter(({ name }) => name !== "Rules")
    .map(({ name }) => ({
      title: name,
      lists: [
        ...(name === "Start" ? [list(home, "Overview")] : []),
        ...guides.filter(({ group }) => group === name).map((page) => list(page)),
      ],
    }));
  return groups.toSpliced(2, 0, { title: "Reference", lists: [...reference] });
}

function list(page: SitePage, title = page.title, pages: readonly SitePage[] = []): NavList {
  return { title, path: page.path, pages };
}

function rulesOf(guides: readonly SitePage[]): readonly NavList[] {
  const [first, ...others] = guides.filter(({ group }) => group === "Rules");
  return first === undefined ? [] : [list(first, "Rules", others)];
}

/** Previous and next stay in the group: a reader of errors is not led into guides. */
function neighboursOf(page: SitePage, inOrder: readonly SitePage[]): Neighbours {
  const group = inOrder.filter((other) => other.group === page.group);
  const at = group.indexOf(page);
  return { previous: group[at - 1], next: group[at + 1] };
}
