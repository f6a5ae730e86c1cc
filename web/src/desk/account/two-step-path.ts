/** The id of the heading, on the screen of the account or on a page of its own. */
export const TWO_STEP_HEADING = "two-step";

export const TWO_STEP_PATH = `/desk/account#${TWO_STEP_HEADING}`;
