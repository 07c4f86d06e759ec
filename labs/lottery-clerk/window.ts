import type { Target } from '@hexpedition/lab-runtime';

/** Client of the lottery's windows, for the exploit and the tests. */
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
    /** Returns the codes in a pigeonhole, oldest first; without a cookie those of Odile. */
    slips: async (cookie = '') =>
      [...(await read('/pigeonhole', cookie)).matchAll(/<li><code>([^<]*)<\/code>/g)].map((match) => match[1] ?? ''),
    choose: async (name: string, code: string, password: string) =>
      (await send('/password', { name, code, password })).status === 303,
    /** Signs in and returns the cookie; undefined if the password is wrong. */
    signIn: async (name: string, password: string) =>
      (await send('/sign-in', { name, password })).headers.get('set-cookie')?.split(';')[0],
  };
}
