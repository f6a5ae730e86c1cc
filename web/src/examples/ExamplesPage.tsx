// Lists the examples of all components.
import type { ReactNode } from "react";
import styles from "./ExamplesPage.module.css";
import { screens } from "./screens";

interface Example {
  name: string;
  render: () => ReactNode;
}

const modules = import.meta.glob<{ examples: Example[] }>("../**/*.examples.tsx", { eager: true });

const components = Object.entries(modules)
  .map(([file, { examples }]) => ({
    component: file.replace(/^.*\//, "").replace(".examples.tsx", ""),
    examples,
  }))
  .sort((a, b) => a.component.localeCompare(b.component));

export function ExamplesPage(): ReactNode {
  return (
    <main className={styles.page}>
      <h1>Examples</h1>
      <nav aria-label="Example screens">
        <ul>
          {screens.map(({ name }) => (
            <li key={name}>
              <a className={styles.screenLink} href={`?screen=${encodeURIComponent(name)}`}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {components.map(({ component, examples }) => (
        <section key={component} aria-label={`Examples of ${component}`}>
          <h2 className={styles.component}>{component}</h2>
          {examples.map(({ name, render }) => (
            <div key={name} className={styles.example} data-example={`${component}: ${name}`}>
              <p className={styles.name}>{name}</p>
              {render()}
            </div>
          ))}
        </section>
      ))}
    </main>
  );
}
