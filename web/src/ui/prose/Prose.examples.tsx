// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { samplePicture, text } from "../../fixtures/samples";
import { Prose } from "./Prose";

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "every kind of block",
    render: () => (
      <Prose
        blocks={[
          { type: "heading", level: 2, id: "a-heading", content: [text("What glaucoma does")] },
          {
            type: "paragraph",
            content: [
              text("It harms the nerve "),
              { type: "emphasis", content: [text("slowly")] },
              text(", and "),
              { type: "strong", content: [text("without pain")] },
              text(". Read about "),
              { type: "link", href: "/services", content: [text("the screening")] },
              text("."),
              { type: "break" },
              text("It cannot be undone."),
            ],
          },
          {
            type: "heading",
            level: 3,
            id: "a-smaller-heading",
            content: [text("Who should come")],
          },
          {
            type: "list",
            ordered: false,
            items: [
              [{ type: "paragraph", content: [text("Anyone over forty")] }],
              [{ type: "paragraph", content: [text("Anyone with a relative who has it")] }],
            ],
          },
          {
            type: "list",
            ordered: true,
            items: [
              [{ type: "paragraph", content: [text("Call us")] }],
              [{ type: "paragraph", content: [text("Bring your glasses")] }],
            ],
          },
          {
            type: "quote",
            blocks: [{ type: "paragraph", content: [text("Come before it hurts.")] }],
          },
          { type: "image", picture: samplePicture, alt: "Trial lenses over the letter E" },
          { type: "rule" },
          { type: "paragraph", content: [text("x".repeat(90))] },
        ]}
      />
    ),
  },
];
