// This file is generated from the server's types. Do not edit it.
/** An added page in the menu. */
export type MenuLink = {
  href: string;
  label: string;
};
