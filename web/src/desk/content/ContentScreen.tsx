// The content of the site: the list of documents, one document, the order of a list, the pictures, a shared preview, the history,
// or what an owner removes for good, as the address says.
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { NoSuchScreen } from "../layout/NoSuchScreen";
import {
  CONTENT_PATH,
  documentAt,
  FRAMING_PATH,
  HISTORY_PATH,
  ORDER_PATH,
  PICTURES_PATH,
  PUZZLES_PATH,
  previewedPage,
  REMOVAL_PATH,
} from "./content-address";
import { DocumentScreen } from "./document/DocumentScreen";
import { HistoryScreen } from "./history/HistoryScreen";
import { DocumentList } from "./list/DocumentList";
import { OrderScreen } from "./order/OrderScreen";
import { type OrderListName, orderLists } from "./order/order-lists";
import { FramingScreen } from "./pictures/framing/FramingScreen";
import { PicturesScreen } from "./pictures/PicturesScreen";
import { SharedPreview } from "./preview/SharedPreview";
import { InstancesNotShowing } from "./publishing/InstancesNotShowing";
import { PuzzlesScreen } from "./puzzles/PuzzlesScreen";
import { RemovalScreen } from "./removal/RemovalScreen";

export default function ContentScreen(): ReactNode {
  const [address] = useLocation();
  return (
    <>
      <InstancesNotShowing />
      {screenAt(address)}
    </>
  );
}

function screenAt(address: string): ReactNode {
  switch (address.replace(/\/$/, "")) {
    case CONTENT_PATH:
      return <DocumentList />;
    case PICTURES_PATH:
      return <PicturesScreen />;
    case FRAMING_PATH:
      return <FramingScreen />;
    case PUZZLES_PATH:
      return <PuzzlesScreen />;
    case HISTORY_PATH:
      return <HistoryScreen />;
    case REMOVAL_PATH:
      return <RemovalScreen />;
  }
  const [, list = ""] = address.split(`${ORDER_PATH}/`);
  if (Object.hasOwn(orderLists, list)) return <OrderScreen name={list as OrderListName} />;
  const page = previewedPage(address);
  if (page !== null) return <SharedPreview page={page} />;
  const document = documentAt(address);
  if (document === null) return <NoSuchScreen />;
  return <DocumentScreen path={document.path} part={document.part} />;
}
