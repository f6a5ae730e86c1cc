// The privacy notice with a table of contents.
import type { ReactNode } from "react";
import { ContactButtons } from "../../contact/ContactButtons";
import type { Inline } from "../../generated/Inline";
import type { PageProps } from "../../lib/page-props";
import { Hero } from "../../ui/hero/Hero";
import { Prose } from "../../ui/prose/Prose";
import { Section } from "../../ui/section/Section";
import styles from "./privacy.module.css";

export function PrivacyPage({ page, clinic }: PageProps<"privacy">): ReactNode {
  const { text } = page;
  return (
    <>
      <Hero {...text} />
      <Section flush>
        <div className={styles.notice}>
          <nav aria-label="On this page" className={styles.contents}>
            <ul>
              {text.body.map(
                (block) =>
                  block.type === "heading" &&
                  block.level === 2 && (
                    <li key={block.id}>
                      <a href={`#${block.id}`}>{plainText(block.content)}</a>
                    </li>
                  ),
              )}
            </ul>
          </nav>
          <Prose blocks={text.body} />
        </div>
      </Section>
      <Section tone="panel" heading="Do you have a question about your data?">
        <ContactButtons clinic={clinic} />
      </Section>
    </>
  );
}

function plainText(content: readonly Inline[]): string {
  return content
    .map((inline) => {
      if (inline.type === "text") return inline.text;
      return "content" in inline ? plainText(inline.content) : " ";
    })
    .join("");
}

export { PrivacyPage as Page };
