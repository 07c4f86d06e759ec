import type { Target } from '@hexpedition/lab-runtime';

/** A visitor with a session who enters through this path. */
export async function visitor(target: Target, path = '/') {
  const entered = await target.fetch(path);
  await entered.text();
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const post = (page: string, body: string, type: string) =>
    target.fetch(page, { method: 'POST', headers: { cookie, 'content-type': type }, body });
  return {
    get: (page: string) => target.fetch(page, { headers: { cookie } }),
    read: async (page: string) => (await target.fetch(page, { headers: { cookie } })).text(),
    /** Sends wishes as text, because they may be invalid JSON. */
    wish: (wishes: string) => post('/', wishes, 'application/json'),
    press: (button: string) => post(button, '', 'application/x-www-form-urlencoded'),
  };
}
