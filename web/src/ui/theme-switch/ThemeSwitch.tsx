// Lets the visitor choose the light or dark theme, or follow the system.
import type { ReactNode } from "react";
import { useDisplaySetting } from "../../lib/use-display-setting";
import { Icon } from "../icon/Icon";
import { type Option, SegmentedControl } from "../segmented-control/SegmentedControl";

type Theme = "auto" | "light" | "dark";

const themes: readonly Option<Theme>[] = [
  { value: "auto", label: "Same as device", symbol: <Icon name="contrast-auto" /> },
  { value: "light", label: "Light", symbol: <Icon name="sun" /> },
  { value: "dark", label: "Dark", symbol: <Icon name="moon" /> },
];

export function ThemeSwitch(): ReactNode {
  const [theme, setTheme] = useDisplaySetting<Theme>("theme", "auto");
  return (
    <SegmentedControl
      legend="Colours"
      options={themes}
      value={theme}
      onChange={setTheme}
      setting="theme"
    />
  );
}
