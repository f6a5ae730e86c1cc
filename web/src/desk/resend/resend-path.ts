// The path of the screen for patients who got no email.
export const RESEND_PATH = "/desk/resend";
