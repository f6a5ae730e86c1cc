"use client";
// The clinic's app inside Next.js: nearly every component asks for a context or has a state of its own, so the whole
// is one client component. Next.js draws it when it exports and brings it to life in the browser; its router moves.
import { App } from "clinic/app/App";
import { firstView } from "clinic/app/view";
import { Page } from "clinic/pages/home";
import { useRouter } from "next/navigation";

export function Site({ data }) {
  const router = useRouter();
  const navigation = { path: data.path, navigate: router.push, prefetch: router.prefetch };
  const view = firstView({ path: data.path, loaded: { data, Page } });
  return <App view={view} navigation={navigation} onRetry={router.refresh} />;
}
