// The colours of the game's pictures. Colours with a single use are defined where they are used.

export const ink = "#0E2233";
export const deep = "#062F38";
export const lagoon = "#084752";
export const tide = "#0E5E69";
export const teal = "#2C8C8F";
export const aqua = "#8FD6D2";
export const mist = "#E3F1F0";
export const paper = "#FFFCF5";
export const marigold = "#F4B740";
export const amber = "#C98A14";
export const clay = "#C8553D";
export const coral = "#E88C6B";
export const butter = "#FBDD93";
export const leaf = "#5E9C57";
export const bark = "#7A4B2A";
export const glass = "#BFE4E2";
export const orange = "#EE9A3A";
