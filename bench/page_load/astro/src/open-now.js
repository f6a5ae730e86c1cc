// Shows whether the clinic is open now, without React. Writes the same text as the clinic's own component.
import styles from "clinic/ui/hours/Hours.module.css";
import { openState } from "clinic/lib/time/open-state";

const UPDATE_INTERVAL_MS = 20_000;
const hours = JSON.parse(document.getElementById("hours").textContent);

function update() {
  const state = openState(hours, new Date());
  const opens = state.next ? `Opens ${state.next}` : "Call us to ask when we open";
  for (const line of document.getElementsByClassName(styles.now)) {
    const [headline, detail] = line.children;
    line.dataset.open = state.open;
    headline.textContent = state.open ? "Open now" : "Closed now";
    detail.textContent = state.open ? `until ${state.until}` : opens;
  }
}

update();
setInterval(update, UPDATE_INTERVAL_MS);
