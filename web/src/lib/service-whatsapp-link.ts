// The WhatsApp link for an appointment at one of the services.

/** The same chat; its message, which is at the end of the link, also names the service. */
export function whatsappLinkFor(href: string, service: string): string {
  return href + encodeURIComponent(` Service: ${service}.`);
}
