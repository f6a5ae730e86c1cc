/** @type {import("next").NextConfig} */
export default {
  output: "export",
  // The components of the page are in web/, outside this project.
  turbopack: { root: new URL("../../..", import.meta.url).pathname },
};
