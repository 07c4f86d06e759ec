export const openEvent = 'consent:open';

/** Opens the dialog with the consent settings. */
export function openConsent(): void {
  document.dispatchEvent(new CustomEvent(openEvent));
}
