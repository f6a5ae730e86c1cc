// The sight self-check. Without JavaScript the page says what it is and offers a booking.
import type { ReactNode } from "react";
import { EmergencyLine } from "../../contact/EmergencyLine";
import type { PageProps } from "../../lib/page-props";
import { SightCheck } from "../../sight-check/check/SightCheck";

export function SightCheckPage({ page, clinic }: PageProps<"sight-check">): ReactNode {
  return (
    <SightCheck
      heading={page.text.heading}
      intro={page.text.intro}
      clinic={clinic}
      emergency={<EmergencyLine clinic={clinic} />}
    />
  );
}

export { SightCheckPage as Page };
