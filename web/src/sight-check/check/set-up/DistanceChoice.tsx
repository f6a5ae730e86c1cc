// How far away the visitor stands. A wrong distance makes a wrong result.
import type { FormEvent, ReactNode } from "react";
import { Button } from "../../../ui/button/Button";
import { Field } from "../../../ui/field/Field";
import { ScreenLayout, type ScreenProps } from "../ScreenLayout";
import styles from "../SightCheck.module.css";

export function DistanceChoice({ check, dispatch, headingRef }: ScreenProps): ReactNode {
  const { way, metres, problem } = check;
  const enter = (event: FormEvent) => {
    event.preventDefault();
    dispatch({ type: "enterDistance" });
  };
  const isMirror = way === "mirror";
  return (
    <ScreenLayout heading="How far away will you stand?" headingRef={headingRef} problem={problem}>
      <p>
        {isMirror
          ? "Stand one metre from the mirror, with the screen beside your face. The E is then two metres away: to the mirror and back."
          : "Put the screen at the height of your eyes. Measure from it to your eyes: two metres for a phone, three for a laptop. If you have less space, enter what you measure."}
      </p>
      <p>
        Use a tape or a ruler, or a ₦5 to ₦50 note: it is 13 cm long. A distance that is wrong by 10
        % changes the result by half a line of an eye chart.
      </p>
      <form className={styles.answers} onSubmit={enter} noValidate>
        <Field
          label={isMirror ? "Metres to the mirror" : "Metres from the screen to your eyes"}
          inputMode="decimal"
          value={metres}
          onChange={({ target }) => dispatch({ type: "typeDistance", metres: target.value })}
        />
        <Button type="submit" wide>
          Continue
        </Button>
      </form>
    </ScreenLayout>
  );
}
