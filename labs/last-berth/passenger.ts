import { createHash } from 'node:crypto';
import type { Target } from '@hexpedition/lab-runtime';

/** A visitor with their own account. */
export async function passenger(target: Target) {
  const cookie = (await target.fetch('/')).headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = async (path = '/') => (await target.fetch(path, { headers: { cookie } })).text();
  const post = async (path: string) => {
    const response = await target.fetch(path, { method: 'POST', headers: { cookie } });
    return { status: response.status, text: await response.text() };
  };
  return {
    page,
    purse: async () => Number(/id="purse">(-?\d+)</.exec(await page())?.[1]),
    book: (berth: string) => post(`/berths/${berth}/book`),
    refund: (booking: number) => post(`/bookings/${booking}/refund`),
    /** Returns the numbers of the bookings that can be refunded. */
    bookings: async () =>
      [...(await page()).matchAll(/action="\/bookings\/(\d+)\/refund"/g)].map(([, id]) => Number(id)),
    /** Returns how often the bank has paid out this sum, to all visitors. */
    payments: async (crowns: number) =>
      Number(new RegExp(`<p>${crowns} crowns</p><p>(\\d+) `).exec(await page('/bank'))?.[1] ?? 0),
    takeGift: (flag: string) =>
      post(`/gift/${createHash('sha256').update(`gift of the director ${flag}`).digest('hex')}`),
  };
}

export type Passenger = Awaited<ReturnType<typeof passenger>>;

/** The locker, which every visitor has: paid in herring, which the bank does not pay back. */
export const LOCKER = 1;
