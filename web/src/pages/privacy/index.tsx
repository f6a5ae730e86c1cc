// What the site knows about its visitors, in plain words, with a list of its parts beside it.
import type { ReactNode } from "react";
import { CallActions } from "../../contact/CallActions";
import type { Inline } from "../../generated/Inline";
import type { PageProps } from "../../lib/page-props";
import { Hero } from "../../ui/hero/Hero";
import { Prose } from "../../ui/prose/Prose";
import { Section } from "../../ui/section/Section";
import styles from "./privacy.module.css";

export function PrivacyPage({ page, clinic }: PageProps<"privacy">): ReactNode {
  const { words } = page;
  return (
    <>
      <Hero {...words} />
      <Section flush>
        <div className={styles.notice}>
          <nav aria-label="On this page" className={styles.parts}>
            <ul>
              {words.body.map(
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
          <Prose blocks={words.body} />
        </div>
      </Section>
      <Section tone="panel" heading="Do you have a question about your data?">
        <CallActions clinic={clinic} />
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
