// Adds a message with a reload button to a server-rendered page whose script did not load.

export function offerReload(reason: unknown): void {
  console.error(reason);
  const notice = document.createElement("p");
  notice.setAttribute("role", "alert");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Try again";
  button.addEventListener("click", () => location.reload());
  notice.append("Some buttons on this page did not load. ", button);
  document.querySelector("main")?.prepend(notice);
}
