/** npm run build:screens: builds the screens into build/screens, and says how large they are. A release holds the folder. */
import { brotliCompressSync } from "node:zlib";
import { createScreenFiles } from "../src/screens/screen-files.cache.ts";

const { files } = await createScreenFiles().load();
for (const [name, text] of files)
  console.log(`${name}: ${text.length} bytes, ${brotliCompressSync(text).length} compressed`);
