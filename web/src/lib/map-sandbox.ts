// What the embedded map may do: maps need their scripts and their own origin, and links that open in a new tab.
export const MAP_SANDBOX = "allow-scripts allow-same-origin allow-popups";
