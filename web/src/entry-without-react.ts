// The script for saving and slow connections: makes a server-rendered page work without the app. Links load documents,
// and the menu is a native popover. What was pressed before this script ran is taken over.

import {
  changeDisplaySetting,
  type DisplaySetting,
  readDisplaySetting,
} from "./lib/display-setting";
import { startForgettingBooking } from "./lib/kept-booking-age";
import { parsePageData } from "./lib/loading/page-data";
import { showScriptFailure } from "./lib/loading/script-failure";
import { MAP_SANDBOX } from "./lib/map-sandbox";
import {
  closePopoverOnBack,
  isOverlayEntry,
  pushOverlayEntry,
} from "./lib/navigation/overlay-history";
import { startOfflineCache } from "./lib/offline/register-service-worker";
import { whatsappLinkFor } from "./lib/service-whatsapp-link";
import { isDayOver } from "./lib/time/clinic-time";
import { describeOpenState, openState } from "./lib/time/open-state";
import { serverTimeOffset } from "./lib/time/server-time";

const UPDATE_INTERVAL_MS = 20_000;
const POPUP_LINK = 'a[href="#contact-popup"]';

const data = parsePageData(document.getElementById("page-data")?.textContent ?? "");
const popup = document.querySelector<HTMLDialogElement>("dialog#contact-popup");
const menu = document.getElementById("menu");

if (document.getElementById("root")?.firstElementChild) {
  startForgettingBooking();
  startDisplaySettings();
  if (popup) startPopup(popup);
  if (menu) startMenu(menu);
  startMap();
  void startOpenNow();
  void startNotice();
  startOfflineCache();
} else {
  // The service worker has put this page's data into another page's document. Only the app can render it.
  const start = document.querySelector<HTMLElement>("script[data-entry]");
  import(/* @vite-ignore */ start?.dataset.entry ?? "").catch(showScriptFailure);
}

function startDisplaySettings(): void {
  for (const group of document.querySelectorAll<HTMLElement>("[data-setting]")) {
    const key = group.dataset.setting as DisplaySetting;
    const inputs = [...group.querySelectorAll("input")];
    const defaultValue = inputs.find((input) => input.defaultChecked)?.value ?? "";
    const pressed = inputs.find((input) => input.checked && !input.defaultChecked);
    if (pressed) changeDisplaySetting(key, pressed.value, defaultValue);
    const value = readDisplaySetting(key) ?? defaultValue;
    for (const input of inputs) input.checked = input.value === value;
    group.addEventListener("change", ({ target }) =>
      changeDisplaySetting(key, (target as HTMLInputElement).value, defaultValue),
    );
  }
}

function startPopup(dialog: HTMLDialogElement): void {
  const chat = dialog.querySelector<HTMLAnchorElement>('a[href*="//wa.me/"]');
  const chatHref = chat?.href ?? "";
  const online = dialog.querySelector<HTMLAnchorElement>('a[href^="/book"]');
  const appointment = dialog.querySelector<HTMLElement>("[data-appointment]");
  let closed = () => {};
  let pressedOutside = false;

  const open = (link?: HTMLElement) => {
    const section = link?.dataset.service === "" ? link.closest("section") : null;
    const service = section?.querySelector("h2")?.textContent;
    // The section of a service has its slug as its id.
    const slug = section?.id;
    if (chat) chat.href = service ? whatsappLinkFor(chatHref, service) : chatHref;
    online?.setAttribute("href", slug ? `/book?service=${slug}` : "/book");
    if (appointment) appointment.hidden = !service;
    appointment?.querySelector("strong")?.replaceChildren(service ?? "");
    dialog.showModal();
    const leave = pushOverlayEntry(() => dialog.close());
    closed = () => {
      leave();
      link?.focus({ preventScroll: true });
    };
  };

  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLElement>(POPUP_LINK);
    if (!link) return;
    event.preventDefault();
    open(link);
  });
  dialog.addEventListener("close", () => closed());
  dialog.addEventListener("pointerdown", ({ target }) => {
    pressedOutside = target === dialog;
  });
  dialog.addEventListener("click", (event) => {
    const isClose = (event.target as Element).closest('a[href="#main"]');
    if (isClose) event.preventDefault();
    if (isClose || (event.target === dialog && pressedOutside)) dialog.close();
  });
  followLinksInside(dialog, () => dialog.close());

  // Opened by the browser, with the link's anchor.
  if (location.hash === `#${dialog.id}`) {
    history.replaceState(history.state, "", location.pathname + location.search);
    open();
  }
}

function startMenu(popover: HTMLElement): void {
  closePopoverOnBack(popover);
  followLinksInside(popover, () => popover.hidePopover());
}

/** A link inside an overlay first removes the overlay's history entry, so that Back from the new page needs one press. */
function followLinksInside(overlay: HTMLElement, close: () => void): void {
  overlay.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/"]');
    const { ctrlKey, metaKey, shiftKey, altKey } = event;
    if (!link || !isOverlayEntry() || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    addEventListener("popstate", () => location.assign(link.href), { once: true });
    close();
  });
}

function startMap(): void {
  const map = document.querySelector<HTMLDetailsElement>("details[data-map]");
  const link = map?.querySelector<HTMLAnchorElement>("a[target]");
  const frame = map?.querySelector("iframe");
  if (!map || !link || !frame) return;
  const load = () => {
    if (!map.open || link.hidden) return;
    link.hidden = true;
    frame.setAttribute("sandbox", MAP_SANDBOX);
    frame.src = link.href;
  };
  map.addEventListener("toggle", load);
  load();
}

async function startOpenNow(): Promise<void> {
  if (!data) return;
  const { hours, closures } = data.clinic;
  const offset = await serverTimeOffset();
  const update = () => {
    const state = openState(hours, closures, Date.now() + offset);
    const { headline, detail } = describeOpenState(state);
    for (const line of document.querySelectorAll<HTMLElement>("[data-open]")) {
      line.dataset.open = String(state.open);
      line
        .querySelector("strong")
        ?.replaceChildren(headline, ...(state.open ? [] : [" ", urgentLink()]));
      line.querySelector("span")?.replaceChildren(detail);
    }
  };
  update();
  setInterval(update, UPDATE_INTERVAL_MS);
}

function urgentLink(): HTMLElement {
  const link = document.createElement("a");
  link.href = "/urgent";
  link.textContent = "Is it urgent?";
  return link;
}

/** Hides the notice after its last day on a page that was loaded before. */
async function startNotice(): Promise<void> {
  const notice = document.querySelector<HTMLElement>("[data-until]");
  if (!notice) return;
  const offset = await serverTimeOffset();
  const update = () => {
    if (isDayOver(notice.dataset.until ?? "", Date.now() + offset)) notice.remove();
  };
  update();
  setInterval(update, UPDATE_INTERVAL_MS);
}
