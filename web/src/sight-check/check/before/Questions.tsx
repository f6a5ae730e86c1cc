// The questions before the check, and what is offered instead of it.
import type { ReactNode } from "react";
import type { Clinic } from "../../../generated/Clinic";
import { bookingPath, pagePath } from "../../../lib/navigation/paths";
import { Button, ButtonLink } from "../../../ui/button/Button";
import type { Eye } from "../check-state";
import { ScreenLayout, type ScreenProps } from "../ScreenLayout";
import styles from "../SightCheck.module.css";
import { currentDisplay } from "../set-up/use-display";

export function WarningQuestion({ dispatch, headingRef }: ScreenProps): ReactNode {
  return (
    <ScreenLayout heading="Has one of these happened in the last days?" headingRef={headingRef}>
      <ul className={styles.list}>
        <li>Sudden loss of sight, or sight that is suddenly worse</li>
        <li>Bad pain in an eye</li>
        <li>Flashes of light, or many new dark spots</li>
        <li>A curtain or a shadow over a part of what you see</li>
        <li>An injury, or a chemical in an eye</li>
      </ul>
      <div className={styles.answers}>
        <Button wide onClick={() => dispatch({ type: "warned", yes: true })}>
          Yes, or not sure
        </Button>
        <Button wide weight="quiet" onClick={() => dispatch({ type: "warned", yes: false })}>
          No, none of these
        </Button>
      </div>
    </ScreenLayout>
  );
}

export function UrgentAdvice(props: ScreenProps & { children: ReactNode }): ReactNode {
  return (
    <ScreenLayout heading="Do not do this check now" headingRef={props.headingRef}>
      <p>
        An eye with these signs has to be seen by a doctor. No check on a screen can replace that.
      </p>
      {props.children}
      <ButtonLink href={pagePath("urgent")} icon="alert">
        See where to go, and how fast
      </ButtonLink>
    </ScreenLayout>
  );
}

/** A known blind eye is no emergency; an eye that has lost its sight unnoticed is one. */
export function NoSightQuestion(props: ScreenProps & { part: Eye }): ReactNode {
  const { dispatch, headingRef, part } = props;
  const since = (isKnown: boolean) => dispatch({ type: "noSightSince", isKnown });
  return (
    <ScreenLayout
      heading={`Since when can you not see with your ${part} eye?`}
      headingRef={headingRef}
    >
      <p>
        An eye that has lost its sight and that no doctor has looked at has to be seen today, also
        when it does not hurt.
      </p>
      <div className={styles.answers}>
        <Button wide onClick={() => since(false)}>
          It is new, or I am not sure
        </Button>
        <Button wide weight="quiet" onClick={() => since(true)}>
          For a long time, and a doctor knows it
        </Button>
        <Button wide weight="quiet" onClick={() => since(true)}>
          I have only one eye
        </Button>
      </div>
    </ScreenLayout>
  );
}

export function AgeQuestion({ dispatch, headingRef }: ScreenProps): ReactNode {
  const aged = (isChild: boolean) => dispatch({ type: "aged", isChild, display: currentDisplay() });
  return (
    <ScreenLayout heading="How old is the person whose eyes you check?" headingRef={headingRef}>
      <div className={styles.answers}>
        <Button wide weight="quiet" onClick={() => aged(false)}>
          8 years or older
        </Button>
        <Button wide weight="quiet" onClick={() => aged(true)}>
          Under 8 years
        </Button>
      </div>
    </ScreenLayout>
  );
}

export function BookVisit({ headingRef, clinic }: ScreenProps & { clinic: Clinic }): ReactNode {
  return (
    <ScreenLayout heading="Please bring the child to us" headingRef={headingRef}>
      <p>
        Under 8 years a check on a screen is not reliable, so we give no result. We check children’s
        eyes with pictures and games, at every age.
      </p>
      <div className={styles.answers}>
        {clinic.booksOnline && (
          <ButtonLink href={bookingPath()} icon="calendar" wide>
            Book a visit
          </ButtonLink>
        )}
        <ButtonLink href={clinic.phone.href} icon="phone" weight="quiet" wide>
          {`Call ${clinic.phone.display}`}
        </ButtonLink>
      </div>
    </ScreenLayout>
  );
}

export function NearOffer({ check, dispatch, headingRef }: ScreenProps): ReactNode {
  return (
    <ScreenLayout
      heading="Do you want to check near sight too?"
      headingRef={headingRef}
      canGoBack={false}
    >
      <p>
        Both eyes open, with your reading glasses if you have some. It takes about three minutes,
        and you answer yourself.
      </p>
      <div className={styles.answers}>
        <Button wide onClick={() => dispatch({ type: "near", wanted: true })}>
          Check near sight
        </Button>
        <Button wide weight="quiet" onClick={() => dispatch({ type: "near", wanted: false })}>
          Show the result
        </Button>
        {check.beforeLastAnswer && (
          <button type="button" className={styles.link} onClick={() => dispatch({ type: "undo" })}>
            Take back the last answer
          </button>
        )}
      </div>
    </ScreenLayout>
  );
}
