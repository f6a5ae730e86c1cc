// Examples for the accessibility tests and the screenshots. The buttons of the opened person show their dialogs.
import type { ReactNode } from "react";
import type { CodeHolder } from "../../generated/CodeHolder";
import desk from "../components/desk.module.css";
import { person } from "../testing/samples";
import { WithQueries } from "../testing/WithQueries";
import { CodeHolderItem } from "./CodeHolderItem";

const holders: CodeHolder[] = [
  person,
  { ...person, code: "EYE5-WXYZ-5678", mail: "sent", state: "expired" },
  {
    ...person,
    code: "EYE5-KLMN-9999",
    address: "c…@a-very-long-name-of-a-company-in-port-harcourt.example",
    mail: "rejected",
    state: "cancelled",
  },
];

const item = (shown: CodeHolder) => <CodeHolderItem person={shown} onErased={() => {}} />;

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "a list of people",
    render: () => (
      <WithQueries>
        <ul className={desk.list}>
          {holders.map((shown) => (
            <li key={shown.code}>{item(shown)}</li>
          ))}
        </ul>
      </WithQueries>
    ),
  },
  {
    name: "a person, opened",
    render: () => (
      <WithQueries>
        <div ref={(element) => element?.querySelector("details")?.setAttribute("open", "")}>
          {item(person)}
        </div>
      </WithQueries>
    ),
  },
];
