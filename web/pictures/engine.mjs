// What the server calls in its JavaScript engine. The answers are JSON texts.

import { drawSet, sceneNames } from "./set.mjs";
import { drawToday } from "./today.mjs";

globalThis.drawSet = (seed, scenes) => JSON.stringify(drawSet(seed, scenes));
globalThis.drawToday = () => JSON.stringify(drawToday());
globalThis.sceneNames = () => JSON.stringify(sceneNames());
