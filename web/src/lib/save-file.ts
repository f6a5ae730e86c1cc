// Saves data as a file, like the download of a link.
export function saveFile(fileName: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}

export function saveJson(fileName: string, value: unknown): void {
  const json = `${JSON.stringify(value, null, 2)}\n`;
  saveFile(fileName, new Blob([json], { type: "application/json" }));
}
