// What to do in an emergency, with the hospitals that have an eye doctor on call and a link to first aid.
import type { ReactNode } from "react";
import type { Clinic } from "../generated/Clinic";
import { pagePath } from "../lib/navigation/paths";
import { Link } from "../ui/link/Link";
import { HospitalList } from "./HospitalList";

interface EmergencyLineProps {
  clinic: Clinic;
  /** Called when the visitor follows a link. */
  onFollow?: () => void;
}

export function EmergencyLine({ clinic, onFollow }: EmergencyLineProps): ReactNode {
  const { text, link } = clinic.emergency;
  return (
    <div>
      <p>
        {text}{" "}
        {link && (
          <Link href={link.href} onClick={onFollow}>
            {link.text}
          </Link>
        )}{" "}
        <Link href={pagePath("urgent")} onClick={onFollow}>
          Is it urgent?
        </Link>
      </p>
      <HospitalList hospitals={clinic.hospitals} />
    </div>
  );
}
