// How wrong the result can be, in words and figures.
import type { ReactNode } from "react";
import styles from "../SightCheck.module.css";
import { publishedError } from "./published-error";

const ERROR_ID = "error";

export function PublishedError(): ReactNode {
  return (
    <section className={styles.part} id={ERROR_ID}>
      <h2>How wrong it can be</h2>
      <p>
        We simulate thousands of visitors with each release and publish the error. One line of an
        eye chart is 0.1, so the figures below are about half a line to one and a half lines.
      </p>
      <dl className={styles.figures}>
        {publishedError.map(({ device, sd, retest, coverage }) => (
          <div key={device}>
            <dt>{device}</dt>
            <dd>{`Usual error ${sd}. Two results differ by at most ${retest}. The range contains the truth in ${coverage}.`}</dd>
          </div>
        ))}
      </dl>
      <ul className={styles.list}>
        <li>“Differ by at most” holds for 95 of 100 repeated checks.</li>
        <li>
          Standing 10 % too near makes sight look better by 0.05, too far away worse by 0.04.
          Measure the distance.
        </li>
        <li>
          For people whose sight fades slowly, not at one size, the range contains the truth in 90 %
          to 95 % only.
        </li>
        <li>People are not simulations. Nobody has compared it with a chart in a clinic yet.</li>
      </ul>
    </section>
  );
}
