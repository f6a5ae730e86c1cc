// The title of the browser's tab. The part of the page that appeared last names it, such as a document on the screen
// "Document", or the sign-in form above a screen. When that part goes, the title is again what it was.
import { useEffect, useState } from "react";
import { useMe } from "../sign-in/SessionProvider";

const shown: { title: string }[] = [];

function showLast(): void {
  const last = shown.at(-1);
  if (last) document.title = last.title;
}

export function usePageTitle(title: string): void {
  const [entry] = useState({ title });
  useEffect(() => {
    shown.push(entry);
    return () => {
      shown.splice(shown.indexOf(entry), 1);
      showLast();
    };
  }, [entry]);
  useEffect(() => {
    entry.title = title;
    showLast();
  }, [entry, title]);
}

/** For what is only there after a sign-in. */
export function useScreenTitle(label: string): void {
  const { clinicName } = useMe();
  usePageTitle(`${label} · Staff desk · ${clinicName}`);
}
