/** Downloads a text as a file. */
export function saveFile(name: string, type: 'application/json' | 'text/csv' | 'text/plain', text: string): void {
  saveBytes(name, new Blob([text], { type }));
}

/** Downloads bytes as a file. */
export function saveBytes(name: string, bytes: Blob): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has started to read the URL. Without revoking, the blob stays in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
