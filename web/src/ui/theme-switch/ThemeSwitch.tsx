// Light, dark, or as the visitor's system has it.
import type { ReactNode } from "react";
import { Choice, type Option } from "../choice/Choice";
import { useRemembered } from "../choice/remembered";
import { Icon } from "../icon/Icon";

type Theme = "auto" | "light" | "dark";

const themes: readonly Option<Theme>[] = [
  { value: "auto", label: "Like my device", sign: <Icon name="contrast-auto" /> },
  { value: "light", label: "Light", sign: <Icon name="sun" /> },
  { value: "dark", label: "Dark", sign: <Icon name="moon" /> },
];

export function ThemeSwitch(): ReactNode {
  const [theme, choose] = useRemembered<Theme>("theme", "auto");
  return <Choice legend="Colours" options={themes} value={theme} onChange={choose} />;
}
