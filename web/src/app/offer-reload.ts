// When the script for a page does not come, the server's page stays as it is: readable, with working links.
// This adds one line above it that says so and offers to load it again.

export function offerReload(reason: unknown): void {
  console.error(reason);
  const notice = document.createElement("p");
  notice.setAttribute("role", "alert");
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = "Try again";
  again.addEventListener("click", () => location.reload());
  notice.append("Some buttons on this page did not load. ", again);
  document.querySelector("main")?.prepend(notice);
}
