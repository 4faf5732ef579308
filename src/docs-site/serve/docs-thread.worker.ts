/** The module that the thread of the documentation runs: renders pages, descriptions and results of searches. */
import { workerData } from "node:worker_threads";
import { renderReference } from "../../docs-pages/rendered-reference.ts";
import { serveLane } from "../../platform/threads/serve-lane.ts";
import { fromCopied, type CopiedSources, type DocsSources } from "./docs-sources.ts";
import type { DocsAnswer, DocsTask } from "./docs-tasks.ts";
import { createRenderedSite } from "./rendered-site.cache.ts";

function createAnswers(sources: DocsSources): (task: DocsTask) => DocsAnswer | Promise<DocsAnswer> {
  let baseUrl = "";
  const site = createRenderedSite({ ...sources, baseUrl: () => baseUrl });
  return (task) => {
    switch (task.kind) {
      case "paths":
        return site.paths();
      case "page":
        return site.at(task.path);
      case "whole":
        baseUrl = task.baseUrl;
        return site.whole(task.name);
      case "reference":
        return renderReference(task.audience, sources.routes, task.baseUrl);
      case "hits":
        return site.search(task.typed);
      case "search":
        return site.searchPage(task.typed);
      case "missing":
        return site.missingPage(task.name);
    }
  };
}

const answer = createAnswers(fromCopied(workerData as CopiedSources));

// Only docs-threads.worker.ts sends tasks here.
serveLane<DocsAnswer>(async (given) => ({ result: await answer(given as DocsTask), transfer: [] }));
