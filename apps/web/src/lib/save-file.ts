/** Downloads a text as a file with a name. */
export function saveFile(name: string, type: 'application/json' | 'text/csv' | 'text/plain', text: string): void {
  saveBytes(name, new Blob([text], { type }));
}

/** Downloads bytes as a file with a name. */
export function saveBytes(name: string, bytes: Blob): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then; without this the text stays in memory as long as the page.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
