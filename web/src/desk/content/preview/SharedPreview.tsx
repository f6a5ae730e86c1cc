// A page with all saved drafts, for a colleague who got the link.
import type { ReactNode } from "react";
import { Link } from "../../../ui/link/Link";
import desk from "../../components/desk.module.css";
import { useScreenTitle } from "../../layout/page-title";
import { CONTENT_PATH } from "../content-address";
import { Preview } from "./Preview";

export function SharedPreview({ page }: { page: string }): ReactNode {
  const title = `The page ${page} before it is published`;
  useScreenTitle(title);
  return (
    <div className={desk.section}>
      <p>
        <Link href={CONTENT_PATH}>All content</Link>
      </p>
      <h1 tabIndex={-1}>{title}</h1>
      <Preview page={page} document={null} />
    </div>
  );
}
