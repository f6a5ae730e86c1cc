// The text on the picture of a shared link, laid out as the server does it (crates/site/src/raster_image.rs).

type CardLine = { readonly text: string; readonly y: number };

export function cardLines(title: string): { size: number; lines: CardLine[] } {
  const size = title.length > 60 ? 52 : 66;
  const texts = wrap(title, Math.floor(690 / (size / 2)), 5);
  const first = 300 - Math.floor((texts.length * size * 6) / 10) + size;
  const lines = texts.map((text, index) => ({
    text,
    y: first + Math.floor((index * size * 12) / 10),
  }));
  return { size, lines };
}

/** Breaks between words. Text that does not fit into the last line is cut and ends with an ellipsis. */
export function wrap(text: string, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else {
      lines.push(word);
    }
  }
  const isCut = lines.length > maxLines;
  return lines
    .slice(0, maxLines)
    .map((line, index) =>
      (isCut && index + 1 === maxLines) || line.length > width
        ? `${line.slice(0, width - 1)}…`
        : line,
    );
}
