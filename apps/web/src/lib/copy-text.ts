/** Puts a text into the clipboard; false when the browser does not let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Only in a secure context; a site on plain http in a local network has none.
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Permission denied: try the old way.
  }
  return copyByCommand(text);
}

function copyByCommand(text: string): boolean {
  const area = document.createElement('textarea');
  const before = document.activeElement;
  area.value = text;
  area.readOnly = true;
  area.setAttribute('aria-hidden', 'true');
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}
