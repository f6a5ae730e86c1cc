import { createElement } from "react";
import "clinic/styles/index.css";
import { readJson } from "../read-home-page-json";

const font = new URL("../../../../web/src/styles/fonts/atkinson.woff2", import.meta.url).pathname;

export default function RootLayout({ children }) {
  return (
    <html lang="en-NG">
      <head>
        <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
        {readJson("head.json").map(({ tag, attributes, text }) =>
          createElement(tag, {
            key: JSON.stringify([tag, attributes]),
            ...attributes,
            ...(text && { dangerouslySetInnerHTML: { __html: text } }),
          }),
        )}
      </head>
      <body>{children}</body>
    </html>
  );
}
