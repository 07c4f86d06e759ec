import type { Target } from '@hexpedition/lab-runtime';

/** The windows of the lottery, for its exploit and its tests. */
export function windowOf(target: Target) {
  const send = (path: string, fields: Record<string, string>, cookie = '') =>
    target.fetch(path, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams(fields)),
    });
  const read = async (path: string, cookie = '') => (await target.fetch(path, { headers: { cookie } })).text();
  return {
    read,
    drawSlip: async (name: string) => (await send('/slip', { name })).status,
    /** The codes in a pigeonhole, oldest first; without a cookie it is Odile's. */
    slips: async (cookie = '') =>
      [...(await read('/pigeonhole', cookie)).matchAll(/<li><code>([^<]*)<\/code>/g)].map((match) => match[1] ?? ''),
    choose: async (name: string, code: string, password: string) =>
      (await send('/password', { name, code, password })).status === 303,
    /** The cookie of somebody who has signed in; undefined where the password is wrong. */
    signIn: async (name: string, password: string) =>
      (await send('/sign-in', { name, password })).headers.get('set-cookie')?.split(';')[0],
  };
}
