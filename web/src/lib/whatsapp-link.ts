// WhatsApp links to the clinic with a message about an appointment.

/** The same chat; its message, which is at the end of the link, also names the service. */
export function whatsappLinkFor(href: string, service: string): string {
  return href + encodeURIComponent(` Service: ${service}.`);
}

/** The same chat with another message. */
export function whatsappLinkWith(href: string, message: string): string {
  return `${href.replace(/\?.*$/, "")}?text=${encodeURIComponent(message)}`;
}
