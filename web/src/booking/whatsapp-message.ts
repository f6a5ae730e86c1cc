// A WhatsApp message to the clinic about an appointment that was made.

/** The clinic's chat link with another message. */
export function whatsappLinkWith(href: string, message: string): string {
  return `${href.replace(/\?.*$/, "")}?text=${encodeURIComponent(message)}`;
}
