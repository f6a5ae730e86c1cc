// The context through which any part of a page opens the contact popup.
import { createContext, useContext } from "react";

export const POPUP_ID = "contact-popup";

export interface ChosenService {
  title: string;
  slug: string;
}

export interface Contact {
  /** False before hydration: links then open the popup by its id. */
  ready: boolean;
  /** `opener` gets the focus back when the popup closes. The popup names the service, if there is one. */
  open: (opener: HTMLElement, service?: ChosenService) => void;
}

export const ContactContext = createContext<Contact>({ ready: false, open: () => {} });

export function useContact(): Contact {
  return useContext(ContactContext);
}
