// Stands in for the package of the same name, which wouter asks for: React has had the real thing since version 18.
export { useSyncExternalStore } from "react";
