// Shows a picture in the editor with its description below, or a warning while it has none or cannot be loaded.
import type { Node } from "prosemirror-model";
import type { NodeViewConstructor } from "prosemirror-view";

interface PictureStyles {
  picture?: string | undefined;
  missing?: string | undefined;
}

/** `urlOf` is where a picture of the site is loaded from. */
export function pictureView(
  urlOf: (name: string) => string | Promise<string>,
  styles: PictureStyles,
): NodeViewConstructor {
  return (node: Node) => {
    const dom = document.createElement("figure");
    dom.className = styles.picture ?? "";
    const src = node.attrs.src as string;
    const alt = node.attrs.alt as string;
    const image = document.createElement("img");
    const caption = document.createElement("figcaption");
    const warn = (message: string) => {
      caption.className = styles.missing ?? "";
      caption.textContent = message;
    };
    image.alt = alt;
    image.onerror = () => {
      image.remove();
      warn(`The picture ${src} cannot be shown. Select it and press Picture to choose another.`);
    };
    const url = urlOf(src);
    if (typeof url === "string") image.src = url;
    else
      void url.then((found) => {
        image.src = found;
      });
    caption.textContent = alt;
    if (alt === "") warn("This picture has no description. Select it and press Picture.");
    dom.append(image, caption);
    return { dom };
  };
}
