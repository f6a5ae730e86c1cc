// Simulates the sight self-check on one of its devices, with the estimator and the drawing sizes of the site. Prints as JSON:
// the device, the rows of its table and the limits with their results.
//
//     node simulate.mjs DEVICE_NUMBER OBSERVERS FOLDER
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [deviceNumber, observers, folder] = process.argv.slice(2);
const web = new URL("../../web/", import.meta.url);
const { build } = await import(
  pathToFileURL(createRequire(new URL("package.json", web)).resolve("vite"))
);

// Bundled: modules that Vite loads one by one take three times as long.
const { output } = await build({
  root: fileURLToPath(web),
  configFile: false,
  logLevel: "error",
  build: { ssr: "src/sight-check/simulation/device-table.ts", write: false, target: "node20" },
});
const program = join(folder, `simulation-${deviceNumber}.mjs`);
writeFileSync(program, output[0].code);
const { publishDevice } = await import(pathToFileURL(program));
console.log(JSON.stringify(publishDevice(Number(deviceNumber), Number(observers))));
