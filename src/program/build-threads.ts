/** The lanes of heavy computing beside the event loop of a process. */
import { openImportThreads, type ImportThreads } from "../delivery-zones/api/import-threads.worker.ts";
import { openMenuThreads, type MenuThreads } from "../menus/publish/menu-threads.worker.ts";

export interface Threads {
  readonly menus: MenuThreads;
  readonly imports: ImportThreads;
  close(): Promise<void>;
}

/** Opens the lanes; a thread starts with the first large input of its kind. */
export function openThreads(): Threads {
  const menus = openMenuThreads();
  const imports = openImportThreads();
  return {
    menus,
    imports,
    async close() {
      await Promise.all([menus.close(), imports.close()]);
    },
  };
}
