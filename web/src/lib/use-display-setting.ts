// A display setting (theme or text size) as a React hook.
import { useEffect, useState } from "react";
import { changeDisplaySetting, type DisplaySetting, readDisplaySetting } from "./display-setting";

export function useDisplaySetting<V extends string>(key: DisplaySetting, defaultValue: V) {
  const [value, setValue] = useState<V>(defaultValue);

  // The server cannot know the setting, so it is read after hydration.
  useEffect(() => {
    setValue((readDisplaySetting(key) as V | undefined) ?? defaultValue);
  }, [key, defaultValue]);

  const change = (next: V) => {
    setValue(next);
    changeDisplaySetting(key, next, defaultValue);
  };
  return [value, change] as const;
}
