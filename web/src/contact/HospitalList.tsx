// The hospitals that have an eye doctor on call.
import type { ReactNode } from "react";
import type { Hospital } from "../generated/Hospital";
import { Link } from "../ui/link/Link";

export function HospitalList({ hospitals }: { hospitals?: Hospital[] | undefined }): ReactNode {
  return (
    hospitals && (
      <ul>
        {hospitals.map(({ name, area, phone, map }) => (
          <li key={name}>
            {area ? `${name}, ${area}` : name}
            {phone && (
              <>
                {" "}
                <Link href={phone.href}>{`Call ${phone.display}`}</Link>
              </>
            )}
            {map && (
              <>
                {" "}
                <a href={map}>View in Map</a>
              </>
            )}
          </li>
        ))}
      </ul>
    )
  );
}
