// All examples of all pieces, one below the other, under the name of the piece.
import type { ReactNode } from "react";
import styles from "./Sheet.module.css";
import { screens } from "./screens";

interface Example {
  name: string;
  render: () => ReactNode;
}

const modules = import.meta.glob<{ examples: Example[] }>("../**/*.examples.tsx", { eager: true });

const pieces = Object.entries(modules)
  .map(([file, { examples }]) => ({
    piece: file.replace(/^.*\//, "").replace(".examples.tsx", ""),
    examples,
  }))
  .sort((a, b) => a.piece.localeCompare(b.piece));

export function Sheet(): ReactNode {
  return (
    <main className={styles.sheet}>
      <h1>Examples</h1>
      <nav aria-label="Whole screens">
        <ul>
          {screens.map(({ name }) => (
            <li key={name}>
              <a className={styles.screen} href={`?screen=${encodeURIComponent(name)}`}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {pieces.map(({ piece, examples }) => (
        <section key={piece} aria-label={`Examples of ${piece}`}>
          <h2 className={styles.piece}>{piece}</h2>
          {examples.map(({ name, render }) => (
            <div key={name} className={styles.example} data-example={`${piece}: ${name}`}>
              <p className={styles.name}>{name}</p>
              {render()}
            </div>
          ))}
        </section>
      ))}
    </main>
  );
}
