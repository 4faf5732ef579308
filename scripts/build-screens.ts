/** npm run build:screens: builds the screens into build/screens, and prints their sizes. A release has the folder. */
import { brotliCompressSync } from "node:zlib";
import { createScreenFiles } from "../src/screens/screen-files.cache.ts";

const { files } = await createScreenFiles().load();
for (const [name, text] of files)
  console.log(`${name}: ${text.length} bytes, ${brotliCompressSync(text).length} compressed`);
