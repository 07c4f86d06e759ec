import type { Target } from '@hexpedition/lab-runtime';

/** A visitor with a session who enters through this path. */
export async function visitor(target: Target, path = '/') {
  const cookie = (await target.fetch(path)).headers.get('set-cookie')?.split(';')[0] ?? '';
  const get = (page: string) => target.fetch(page, { headers: { cookie } });
  return {
    get,
    read: async (page: string) => (await get(page)).text(),
    /** Sends a form. */
    send: (page: string, fields: Record<string, string>) =>
      target.fetch(page, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams(fields)),
      }),
  };
}
