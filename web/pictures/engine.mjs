// What the server calls in its JavaScript engine. The answers are JSON texts.

import { drawScene, drawSet, sceneNames } from "./set.mjs";
import { drawToday } from "./today.mjs";

globalThis.drawSet = (seed) => JSON.stringify(drawSet(seed));
globalThis.drawScene = (seed, number, scene) => JSON.stringify(drawScene(seed, number, scene));
globalThis.drawToday = () => JSON.stringify(drawToday());
globalThis.sceneNames = () => JSON.stringify(sceneNames());
