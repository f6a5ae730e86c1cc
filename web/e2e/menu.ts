// The links of the main menu.

export const MENU = {
  Home: "/home",
  Services: "/services",
  Outreaches: "/outreaches",
  Articles: "/articles",
  "About Us": "/about-us",
  "Our Team": "/team",
  "Play & Win": "/visionTest",
};
