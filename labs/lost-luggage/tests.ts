import type { RepairTests, Target } from '@hexpedition/lab-runtime';

/** Logs in, and returns a page as that visitor sees it. */
async function comeIn(target: Target, door: string) {
  const home = await target.fetch(door);
  const cookie = home.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = async (path: string) => {
    const response = await target.fetch(path, { headers: { cookie } });
    return { status: response.status, text: await response.text() };
  };
  return { home: await home.text(), page };
}

function demand(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}

/** These also run during the attack, and after it. */
export const visits: RepairTests = {
  'lets a passenger read their own claim': async (target) => {
    const { page } = await comeIn(target, '/');
    const { status, text } = await page('/claims/1041');
    demand(status === 200, `Ines' own claim answers ${status}.`);
    demand(text.includes('Suitcase, blue'), 'Her own claim does not show the item.');
    demand(text.includes('It looked rested.'), 'Her own claim does not show the notes of the desk.');
  },
  'lets the owner of the trunk read its note': async (target, flags) => {
    const { home, page } = await comeIn(target, `/?words=${encodeURIComponent(flags.claim ?? '')}`);
    demand(home.includes('href="/claims/1034"'), 'The words do not sign in the owner of the trunk.');
    const { text } = await page('/claims/1034');
    demand(text.includes(flags.claim ?? ''), 'The owner of the trunk does not find the words in her own claim.');
  },
};

const tests: RepairTests = {
  'shows a passenger the way to their own claim': async (target) => {
    const { home, page } = await comeIn(target, '/');
    demand(home.includes('href="/claims/1041"'), 'The first page has no link to the claim of Ines.');
    demand((await page('/')).text.includes('href="/claims/1041"'), 'The session of Ines is lost.');
  },
  'logs in no other person with wrong words': async (target) => {
    const { home } = await comeIn(target, '/?words=open+sesame');
    demand(home.includes('href="/claims/1041"'), 'With wrong words a visitor should be Ines, like every visitor.');
  },
  'reports an unknown number as not found': async (target) => {
    const { page } = await comeIn(target, '/');
    for (const path of ['/claims/1028', '/claims/', '/claims/x', '/ledger']) {
      const { status } = await page(path);
      demand(status === 404, `${path} answers ${status}, but this claim does not exist.`);
    }
  },
  'shows no claim without a log-in': async (target) => {
    const { status } = await target.fetch('/claims/1041');
    demand(status === 303, `Without a session /claims/1041 answers ${status}.`);
  },
};
export default tests;
