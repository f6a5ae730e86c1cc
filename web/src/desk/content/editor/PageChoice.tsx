// The pages of the site that a link can lead to, by the lists of the site. What is typed in the field above finds one of them.
import { type ReactNode, useId } from "react";
import desk from "../../components/desk.module.css";
import { byGroup, type LinkTarget } from "../content-address";
import { fold, wordsOf } from "../list/search-results";
import styles from "./TextEditor.module.css";

/** Not a word of a title. */
const LIKE_ADDRESS = /[.:@/]/;

interface PageChoiceProps {
  targets: readonly LinkTarget[];
  /** What stands in the field: the address of a page, words to find one, or another address. */
  address: string;
  onChoose: (href: string) => void;
}

export function PageChoice({ targets, address, onChoose }: PageChoiceProps): ReactNode {
  const name = useId();
  const isChosen = targets.some(({ href }) => href === address);
  const words = isChosen ? [] : wordsOf(address);
  const found = targets.filter(({ href, title }) =>
    words.every((word) => fold(`${title} ${href}`).includes(word)),
  );
  if (found.length === 0) {
    return LIKE_ADDRESS.test(address) ? null : (
      <p role="status" className={desk.secondary}>
        None of our pages has this in its title.
      </p>
    );
  }
  return (
    <div className={styles.pages}>
      {byGroup(found).map(([group, pages]) => (
        <fieldset key={group} className={desk.choices}>
          <legend>{group}</legend>
          {pages.map(({ href, title }) => (
            <label key={href} className={desk.checkbox}>
              <input
                type="radio"
                name={name}
                checked={href === address}
                onChange={() => onChoose(href)}
              />
              {title}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
