import { createHmac, timingSafeEqual } from 'node:crypto';

export type Unsubscribe = ReturnType<typeof createUnsubscribe>;

/** The two addresses at the end of an announcement. They are good for ever, and end nothing but announcements. */
export function createUnsubscribe({ key, publicUrl }: { key: Buffer; publicUrl: string }) {
  const sign = (userPk: number) => createHmac('sha256', key).update(`unsubscribe:${userPk}`).digest();
  const pathOf = (userPk: number) => `${userPk}/${sign(userPk).toString('base64url')}`;
  return {
    /** For people: a page with a button, because programs that read mails open links too. */
    pageOf: (userPk: number) => `${publicUrl}/unsubscribe/${pathOf(userPk)}`,
    /** For mail programs: a POST to it unsubscribes at once (RFC 8058). */
    headersOf: (userPk: number) => ({
      'List-Unsubscribe': `<${publicUrl}/api/mail/unsubscribe/${pathOf(userPk)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    /** Compares in constant time. */
    isOurs(userPk: number, hmac: string): boolean {
      const given = Buffer.from(hmac, 'base64url');
      return given.length === 32 && given.toString('base64url') === hmac && timingSafeEqual(given, sign(userPk));
    },
  };
}
