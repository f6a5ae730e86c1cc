// Replaces the package use-sync-external-store, which wouter imports: React has had the hook since version 18.
export { useSyncExternalStore } from "react";
