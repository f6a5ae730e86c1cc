/** @type {import("next").NextConfig} */
export default {
  output: "export",
  // The page's components are the clinic's own, which lie outside this project.
  turbopack: { root: new URL("../../..", import.meta.url).pathname },
};
