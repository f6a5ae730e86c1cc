// Puts the files of a built peer into one folder, as nginx serves it: each file that can be compressed also as brotli of the
// highest level. A file in an earlier folder takes precedence.
//
//     node compress-other-sites.mjs TARGET FOLDER...
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const [target, ...folders] = process.argv.slice(2);
for (const folder of folders.reverse()) await cp(folder, target, { recursive: true });
for (const entry of await readdir(target, { recursive: true, withFileTypes: true })) {
  // WOFF2 is compressed already.
  if (entry.isFile() && extname(entry.name) !== ".woff2") await compress(join(entry.parentPath ?? entry.path, entry.name));
}

async function compress(file) {
  const bytes = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
}
