/** Copies a text to the clipboard. Returns false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // The clipboard API needs a secure context.
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Permission denied: fall back to execCommand.
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
