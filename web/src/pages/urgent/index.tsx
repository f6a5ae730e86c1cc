// "Is it urgent?": how fast an eye problem has to be seen, and where.
import type { ReactNode } from "react";
import { HospitalList } from "../../contact/HospitalList";
import { pagePath } from "../../lib/navigation/paths";
import type { PageProps } from "../../lib/page-props";
import { formatDate } from "../../lib/time/dates";
import { ListenButton } from "../../read-aloud/ListenButton";
import { Link } from "../../ui/link/Link";
import { UrgentCheck } from "../../urgent/UrgentCheck";
import styles from "./urgent-page.module.css";

export function UrgentPage({ page, clinic }: PageProps<"urgent">): ReactNode {
  const { text, urgent, articles } = page;
  return (
    <div className={styles.page}>
      <UrgentCheck
        heading={text.heading}
        intro={text.intro}
        urgent={urgent}
        articles={articles}
        clinic={clinic}
        hospitals={<HospitalList hospitals={clinic.hospitals} />}
        listen={<ListenButton />}
      />
      <p className={styles.about}>
        This page gives general advice. It does not replace an eye exam.{" "}
        {urgent.reviewedBy ? (
          <>
            Reviewed by <Link href={pagePath("team")}>{urgent.reviewedBy.name}</Link>,{" "}
            {urgent.reviewedBy.role}
            {urgent.lastReviewed && `, on ${formatDate(urgent.lastReviewed)}`}.
          </>
        ) : (
          "Our clinic has not signed it yet."
        )}
      </p>
    </div>
  );
}

export { UrgentPage as Page };
