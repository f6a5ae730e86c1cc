// A choice about how the site looks: written on the root element, where the styles see it, and kept for the
// next visit. The boot script reads the same keys before the first paint. Blocked storage costs only memory.
import { useEffect, useState } from "react";

export function useRemembered<V extends string>(key: "theme" | "text", usual: V) {
  const [value, setValue] = useState<V>(usual);

  useEffect(() => {
    setValue((document.documentElement.dataset[key] as V | undefined) ?? usual);
  }, [key, usual]);

  const choose = (next: V) => {
    setValue(next);
    const { dataset } = document.documentElement;
    if (next === usual) delete dataset[key];
    else dataset[key] = next;
    try {
      if (next === usual) localStorage.removeItem(key);
      else localStorage.setItem(key, next);
    } catch {}
  };
  return [value, choose] as const;
}
