/**
 * Cookie of a browser with a session. The server reads it to choose the page at `/`: the overview for members, the map
 * for visitors. It is no credential. The session itself is in localStorage, which the server cannot read.
 */
export function setMemberCookie(isMember: boolean): void {
  const [value, age] = isMember ? [1, 400 * 86_400] : ['', 0];
  // biome-ignore lint/suspicious/noDocumentCookie: the start-up script runs synchronously
  document.cookie = `member=${value}; path=/; max-age=${age}; SameSite=Lax`;
}

export const hasMemberCookie = (): boolean => /(?:^|; )member=1(?:;|$)/.test(document.cookie);
