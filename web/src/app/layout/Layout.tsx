// The layout of every page: header, content, footer and the contact popup.
import type { ReactNode } from "react";
import { ContactProvider } from "../../contact/ContactProvider";
import type { Clinic } from "../../generated/Clinic";
import { pagePath } from "../../lib/navigation/paths";
import { CallBar } from "./CallBar";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { NoticeBar } from "./NoticeBar";
import { ScriptFailureNotice } from "./ScriptFailureNotice";

interface LayoutProps {
  clinic: Clinic;
  year: number;
  path: string;
  children: ReactNode;
}

export function Layout({ clinic, year, path, children }: LayoutProps): ReactNode {
  return (
    <ContactProvider clinic={clinic}>
      <Header clinic={clinic} path={path} />
      {clinic.notice && <NoticeBar notice={clinic.notice} />}
      <main id="main" tabIndex={-1}>
        <ScriptFailureNotice phone={clinic.phone} />
        {children}
      </main>
      <Footer clinic={clinic} year={year} />
      {/* Not where an answer can be "go to hospital now": a chat with the clinic would cost time. */}
      {path !== pagePath("urgent") && <CallBar clinic={clinic} path={path} />}
    </ContactProvider>
  );
}
