/** The lanes of heavy computing beside the event loop of a process. */
import { createPublishThreads, type PublishThreads } from "../../bookings/setup/publish-threads.worker.ts";
import { createImportThreads, type ImportThreads } from "../../delivery-zones/api/import-threads.worker.ts";
import { createMenuThreads, type MenuThreads } from "../../menus/publish/menu-threads.worker.ts";

export interface Threads {
  readonly menus: MenuThreads;
  readonly imports: ImportThreads;
  readonly configurations: PublishThreads;
  close(): Promise<void>;
}

/** Makes the lanes; a thread starts with the first large input of its kind. */
export function createThreads(): Threads {
  const menus = createMenuThreads();
  const imports = createImportThreads();
  const configurations = createPublishThreads();
  return {
    menus,
    imports,
    configurations,
    async close() {
      await Promise.all([menus.close(), imports.close(), configurations.close()]);
    },
  };
}
