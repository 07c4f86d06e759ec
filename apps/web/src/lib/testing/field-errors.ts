/** Returns the accessible error message of a field; undefined if it is valid. */
export function errorOf(field: HTMLElement): string | undefined {
  if (field.getAttribute('aria-invalid') !== 'true') return undefined;
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}
