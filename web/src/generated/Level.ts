// This file is generated from the server's types. Do not edit it.
import type { Picture } from "./Picture";
import type { Spot } from "./Spot";

export type Level = {
  alt: string;
  description: string;
  image: Picture;
  /**
   * For a picture that shows the same scene twice, one above the other: where the second scene begins, in percent of
   * the picture's height. The spots are in the second scene; a press at the same place in the first one counts too.
   */
  secondSceneTop: string | null;
  spots: Array<Spot>;
};
