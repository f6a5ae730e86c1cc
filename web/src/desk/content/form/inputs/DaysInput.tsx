// The days of a closure or of other hours: one day, or the first and the last one.
import type { ReactNode } from "react";
import type { FieldDefinition } from "../../../../generated/FieldDefinition";
import { Icon } from "../../../../ui/icon/Icon";
import { SegmentedControl } from "../../../../ui/segmented-control/SegmentedControl";
import { today } from "../../../clinic-time";
import desk from "../../../components/desk.module.css";
import styles from "../Form.module.css";
import { daysError } from "../field-errors";
import { isDate, keyOrder, shownText, typedValue } from "../field-values";
import { useForm, usePatience } from "../form-context";
import { removeKey, setValue } from "../toml/toml-edit";
import { type TomlPath, valueAt } from "../toml/toml-text";
import { NumberOrTimeField } from "./NumberOrTimeField";

interface DaysInputProps {
  legend: string;
  table: TomlPath;
  siblings: readonly FieldDefinition[];
}

type Length = "one" | "several";

export function DaysInput({ legend, table, siblings }: DaysInputProps): ReactNode {
  const { file, change, serverError } = useForm();
  const textOf = (key: string) => shownText(valueAt(file, [...table, key]));
  const isOneDay =
    valueAt(file, [...table, "from"]).kind === "missing" &&
    valueAt(file, [...table, "to"]).kind === "missing";
  const { isPatient, onBlur } = usePatience();
  const errors = daysError(file, table);
  const write = (toml: string, key: string, text: string) =>
    setValue(toml, [...table, key], typedValue({ type: "days" }, text), keyOrder(siblings));

  function changeLength(length: Length): void {
    change((toml) => {
      if (length === "one") {
        const withDate = write(toml, "date", textOf("from"));
        return removeKey(removeKey(withDate, [...table, "from"]), [...table, "to"]);
      }
      const day = textOf("date");
      return removeKey(write(write(toml, "from", day), "to", day), [...table, "date"]);
    });
  }

  const input = (key: string, label: string, error: string | undefined, isAway = false) => (
    <NumberOrTimeField
      label={label}
      isAway={isAway}
      type="date"
      value={textOf(key)}
      error={
        isPatient && textOf(key) === ""
          ? undefined
          : (error ?? serverError([...table, key], label) ?? undefined)
      }
      onType={(text) => change((toml) => write(toml, key, text))}
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: of the inputs in it.
    <div className={desk.section} data-field={[...table, "date"].join(".")} onBlur={onBlur}>
      <div className={desk.segmented}>
        <SegmentedControl<Length>
          legend={legend}
          options={[
            { value: "one", label: "One day" },
            { value: "several", label: "Several days" },
          ]}
          value={isOneDay ? "one" : "several"}
          onChange={changeLength}
        />
      </div>
      {/* The same field for both lengths: half of a date stays in it. */}
      {isOneDay ? input("date", "Day", errors.from) : input("from", "First day", errors.from)}
      {input("to", "Last day", errors.to, isOneDay)}
      <p className={styles.warning} aria-live="polite">
        {isOver(isOneDay ? textOf("date") : textOf("to")) && (
          <>
            <Icon name="alert" /> {isOneDay ? "This day is" : "These days are"} over. Did you mean
            another month or year?
          </>
        )}
      </p>
    </div>
  );
}

/** Not an error: what is over may stay in the list. */
function isOver(lastDay: string): boolean {
  return isDate(lastDay) && lastDay < today(Date.now());
}
