import { createHmac, timingSafeEqual } from 'node:crypto';

export type Unsubscribe = ReturnType<typeof createUnsubscribe>;

/** Creates and verifies the unsubscribe links of announcements. The links do not expire and only affect announcements. */
export function createUnsubscribe({ key, publicUrl }: { key: Buffer; publicUrl: string }) {
  const sign = (userPk: number) => createHmac('sha256', key).update(`unsubscribe:${userPk}`).digest();
  const pathOf = (userPk: number) => `${userPk}/${sign(userPk).toString('base64url')}`;
  return {
    /** Link for people, to a page with a button. Mail scanners open links, so opening it must not unsubscribe. */
    pageUrl: (userPk: number) => `${publicUrl}/unsubscribe/${pathOf(userPk)}`,
    /** Headers for mail programs: a POST to the link unsubscribes at once (RFC 8058). */
    headersFor: (userPk: number) => ({
      'List-Unsubscribe': `<${publicUrl}/api/mail/unsubscribe/${pathOf(userPk)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    /** Compares in constant time. */
    isValid(userPk: number, hmac: string): boolean {
      const given = Buffer.from(hmac, 'base64url');
      return given.length === 32 && given.toString('base64url') === hmac && timingSafeEqual(given, sign(userPk));
    },
  };
}
