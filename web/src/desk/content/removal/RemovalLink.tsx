// For owners: where something is removed for good.
import type { ReactNode } from "react";
import { Link } from "../../../ui/link/Link";
import { useMe } from "../../sign-in/SessionProvider";
import { REMOVAL_PATH } from "../content-address";

export function RemovalLink(): ReactNode {
  if (useMe().role !== "owner") return null;
  return (
    <p>
      Somebody no longer agrees to be named or shown?{" "}
      <Link href={REMOVAL_PATH}>Remove words or a picture for good</Link>
    </p>
  );
}
