// This file is generated from the server's types. Do not edit it.
/** Where to go. For `Day` the clinic takes the place of the hospital while it is open. */
export type Destination = "eye" | "general" | "maternity" | "children" | "operated" | "clinic";
