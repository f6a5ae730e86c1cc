// For owners: removes a passage or a picture for good, for example because somebody withdrew a consent.
import type { ReactNode } from "react";
import { Link } from "../../../ui/link/Link";
import desk from "../../components/desk.module.css";
import { CONTENT_PATH } from "../content-address";
import { EarlierPictures } from "./EarlierPictures";
import { PassageSearch } from "./PassageSearch";

export function RemovalScreen(): ReactNode {
  return (
    <div className={desk.section}>
      <p>
        <Link href={CONTENT_PATH}>All content</Link>
      </p>
      <h1 tabIndex={-1}>Remove for good</h1>
      <p>
        The history keeps every text and picture that was ever published. If somebody no longer
        agrees to be named or shown, remove the words or the picture here. This cannot be undone.
        Backups, and what visitors have saved, still contain it.
      </p>
      <PassageSearch />
      <EarlierPictures />
    </div>
  );
}
