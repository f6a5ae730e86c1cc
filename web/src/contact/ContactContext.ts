// How any part of a page opens the contact popup. Without the popup around it, links stay links.
import { createContext, useContext } from "react";

export const CONTACT_ID = "contact-popup";

export interface Contact {
  /** Whether there is a popup on this page that scripts can open. */
  ready: boolean;
  open: () => void;
}

export const ContactContext = createContext<Contact>({ ready: false, open: () => {} });

export function useContact(): Contact {
  return useContext(ContactContext);
}
