// The real page with the words on the screen in it, in a frame as wide as a phone or a laptop, light or dark. It follows
// the typing. What visitors see does not change.
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { PreviewRequest } from "../../../generated/PreviewRequest";
import { Button, ButtonLink } from "../../../ui/button/Button";
import { Notice } from "../../../ui/notice/Notice";
import { SegmentedControl } from "../../../ui/segmented-control/SegmentedControl";
import { type ApiFailure, apiFailureOf, describeApiFailure } from "../../api/api-error";
import { previewPage, previewUrl } from "../../api/endpoints";
import desk from "../../components/desk.module.css";
import styles from "../Content.module.css";
import { PREVIEW_ID, sharedPreviewPath } from "../content-address";
import { titleOfPath } from "../document-parts";
import { LatestOnly } from "./latest-only";
import { type PageMeta, readPageMeta } from "./page-meta";
import { SearchAndSharing } from "./SearchAndSharing";
import { showPage, type Theme } from "./show-page";

interface PreviewProps {
  page: string;
  /** A document whose text is not saved yet. Without it the page shows the saved drafts. */
  document: { path: string; text: string } | null;
  /** Selects the part of the page that is edited, which is shown first. */
  section?: string | null;
}

type Width = "phone" | "laptop";

/** The page itself, or how it looks where links to it are shown. */
type Shown = "page" | "links";

const widths = { phone: 360, laptop: 1280 };

/** The text arrives some time after a key already (see DocumentEditor). */
const DELAY_MS = 100;
const RETRY_MS = 5000;

export function Preview({ page, document, section = null }: PreviewProps): ReactNode {
  const [shown, setShown] = useState<Shown>("page");
  const [meta, setMeta] = useState<PageMeta | null>(null);
  const [width, setWidth] = useState<Width>("phone");
  const [theme, setTheme] = useState<Theme>("light");
  const [scale, setScale] = useState(1);
  const [problem, setProblem] = useState<ApiFailure | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const path = document?.path;
  const text = document?.text;

  const { mutateAsync } = useMutation({
    mutationFn: (wanted: PreviewRequest) => previewPage(wanted),
  });
  const latest = useRef({ theme, section, mutateAsync });
  useEffect(() => {
    latest.current = { theme, section, mutateAsync };
  });
  const [requests] = useState(
    () =>
      new LatestOnly<PreviewRequest>(async (wanted) => {
        try {
          const rendered = await latest.current.mutateAsync(wanted);
          const { theme: shownTheme, section: shownSection } = latest.current;
          if (frame.current)
            showPage(frame.current, rendered, { theme: shownTheme, section: shownSection });
          setMeta(readPageMeta(rendered));
          setProblem(null);
        } catch (error) {
          // The last page that could be rendered stays visible.
          setProblem(apiFailureOf(error));
        }
      }),
  );
  // Without a network it is asked again until there is one.
  const isUnreachable = problem?.kind === "unreachable";
  useEffect(() => {
    const wanted = path === undefined ? { page } : { page, document: { path, text: text ?? "" } };
    const ask = () => requests.want(wanted);
    const timer = setTimeout(ask, isUnreachable ? RETRY_MS : DELAY_MS);
    const again = isUnreachable ? setInterval(ask, RETRY_MS) : undefined;
    if (isUnreachable) window.addEventListener("online", ask);
    return () => {
      clearTimeout(timer);
      clearInterval(again);
      window.removeEventListener("online", ask);
    };
  }, [requests, page, path, text, isUnreachable]);

  useEffect(() => {
    // While the frame is hidden, its box has no width.
    if (shown !== "page") return;
    const fitFrame = () =>
      setScale(Math.min(1, (box.current?.clientWidth ?? 0) / widths[width] || 1));
    fitFrame();
    window.addEventListener("resize", fitFrame);
    return () => window.removeEventListener("resize", fitFrame);
  }, [width, shown]);

  // Set on the element: the content security policy forbids style attributes, but not this.
  useEffect(() => {
    const { style } = frame.current ?? {};
    if (!style) return;
    style.width = `${widths[width]}px`;
    style.height = `${Math.round(640 / scale)}px`;
    style.transform = `scale(${scale})`;
  }, [width, scale]);

  useEffect(() => {
    const root = frame.current?.contentDocument?.documentElement;
    if (root) root.dataset.theme = theme;
  }, [theme]);

  return (
    <section className={`${desk.section} ${styles.preview}`} aria-label="Preview">
      <h2 id={PREVIEW_ID} tabIndex={-1}>
        Preview
      </h2>
      <div className={`${desk.row} ${desk.segmented}`}>
        <SegmentedControl
          legend="Show"
          options={[
            { value: "page", label: "Page" },
            { value: "links", label: "Search and sharing" },
          ]}
          value={shown}
          onChange={setShown}
        />
        {shown === "page" && (
          <>
            <SegmentedControl
              legend="Width"
              options={[
                { value: "phone", label: "Phone" },
                { value: "laptop", label: "Laptop" },
              ]}
              value={width}
              onChange={setWidth}
            />
            <SegmentedControl
              legend="Colours"
              options={[
                { value: "light", label: "Light" },
                { value: "dark", label: "Dark" },
              ]}
              value={theme}
              onChange={setTheme}
            />
          </>
        )}
      </div>
      {problem && <WhyNotShown failure={problem} path={path} />}
      {shown === "links" &&
        (meta ? <SearchAndSharing meta={meta} /> : <p role="status">Loading...</p>)}
      <div ref={box} className={styles.previewBox} hidden={shown !== "page"}>
        {/* Nothing in the page can run; its own origin is left, so that the desk can put the page into it. */}
        <iframe ref={frame} title="Preview of the page" sandbox="allow-same-origin" />
      </div>
      <SharePreview page={page} />
    </section>
  );
}

/** What is not filled in yet is no alarm: its field complains when somebody has left it empty. */
function WhyNotShown({ failure, path }: WhyNotShownProps): ReactNode {
  const problems = failure.kind === "rejected" ? (failure.problems ?? []) : [];
  if (problems.length === 0) {
    return (
      <Notice tone="alarm">
        <p>{describeApiFailure(failure)}</p>
      </Notice>
    );
  }
  return (
    <Notice>
      <p>The preview waits until this is filled in or corrected:</p>
      <ul>
        {problems.map(({ file, line, message, plain }) => (
          <li key={`${file}:${line}:${message}`}>
            {file !== path && `${titleOfPath(file, [])}: `}
            {plain ?? message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface WhyNotShownProps {
  failure: ApiFailure;
  /** The document that is open. */
  path: string | undefined;
}

function SharePreview({ page }: { page: string }): ReactNode {
  const [isCopied, setIsCopied] = useState<boolean | null>(null);
  const address = new URL(sharedPreviewPath(page), location.origin).href;
  return (
    <>
      <p className={desk.secondary}>
        Only colleagues who are signed in can open a preview. Visitors see the page when it is
        published.
      </p>
      <div className={desk.row}>
        <Button
          weight="quiet"
          onClick={() =>
            // Missing on a site without HTTPS.
            void (navigator.clipboard?.writeText(address) ?? Promise.reject()).then(
              () => setIsCopied(true),
              () => setIsCopied(false),
            )
          }
        >
          Share this preview
        </Button>
        <ButtonLink weight="quiet" href={previewUrl(page)} target="_blank" rel="noopener">
          Open in a new tab
        </ButtonLink>
      </div>
      <p role="status" className={styles.address}>
        {isCopied === true && "The link is copied. Send it to your colleague."}
        {isCopied === false && `Send this link to your colleague: ${address}`}
      </p>
    </>
  );
}
