// One line that says what to do in an emergency, with a link to first aid.
import type { ReactNode } from "react";
import type { Clinic } from "../generated/Clinic";
import { Link } from "../ui/link/Link";

interface EmergencyLineProps {
  clinic: Clinic;
  /** Called when the visitor follows the link. */
  onFollow?: () => void;
}

export function EmergencyLine({ clinic: { emergency }, onFollow }: EmergencyLineProps): ReactNode {
  return (
    emergency && (
      <p>
        {`${emergency.text} `}
        <Link href={emergency.href} onClick={onFollow}>
          {emergency.linkText}
        </Link>
      </p>
    )
  );
}
