export const openEvent = 'consent:open';

/** Opens the dialog in which a visitor decides what may load. */
export function openConsent(): void {
  document.dispatchEvent(new CustomEvent(openEvent));
}
