// The content of the site: the list of documents, one document, the pictures, a shared preview, or the history, as
// the address says.
import type { ReactNode } from "react";
import { useSearch } from "wouter";
import { previewedPage, shownBy, showsPictures } from "./content-address";
import { DocumentList } from "./DocumentList";
import { DocumentScreen } from "./DocumentScreen";
import { HistoryScreen } from "./HistoryScreen";
import { PicturesScreen } from "./pictures/PicturesScreen";
import { SharedPreview } from "./preview/SharedPreview";

export default function ContentScreen(): ReactNode {
  const search = useSearch();
  const { document, part, isHistory } = shownBy(search);
  const page = previewedPage(search);
  if (document !== null) return <DocumentScreen key={document} path={document} part={part} />;
  if (showsPictures(search)) return <PicturesScreen />;
  if (page !== null) return <SharedPreview page={page} />;
  return isHistory ? <HistoryScreen /> : <DocumentList />;
}
