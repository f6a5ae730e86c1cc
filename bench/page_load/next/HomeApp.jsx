"use client";
// The clinic's app in Next.js. Nearly every component uses a context or state, so all of it is one client component.
// Next.js renders it at export and hydrates it in the browser; navigation uses the router of Next.js.
import { App } from "clinic/app/App";
import { initialView } from "clinic/app/view-reducer";
import { Page } from "clinic/pages/home";
import { useRouter } from "next/navigation";

export function HomeApp({ data }) {
  const router = useRouter();
  const navigation = { path: data.path, navigate: router.push, prefetch: router.prefetch };
  const view = initialView({ path: data.path, page: { data, Page } });
  return <App view={view} navigation={navigation} onRetry={router.refresh} />;
}
