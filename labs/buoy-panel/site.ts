import { PANEL } from './names.ts';

/** Characters of a page, and of a letter that a page sends home. */
export const LONGEST = 8000;
const LETTER = 3000;
const LETTERS = 20;

const FIRST = `<!doctype html>
<title>Weather over the Teeth</title>
<h1>Fog, mostly</h1>
<iframe id="panel" src="${PANEL}/"></iframe>
<script>
addEventListener('message', event => {
  const text = event.origin + ' says ' + JSON.stringify(event.data)
  fetch('/drop', { method: 'POST', body: text })
})
</script>`;

/** The learner's own site. There is one: the last name and page that were saved. */
export const site = { host: 'weather.example', page: FIRST, letters: [] as string[] };

export const originOfSite = () => `https://${site.host}`;

/** @returns what is wrong with a name; undefined where it is free */
export function refusal(host: string): string | undefined {
  if (
    host.length > 60 ||
    !/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.example$/.test(host)
  ) {
    return 'A name consists of small letters, digits, hyphens and dots, and ends with .example.';
  }
  if (host === 'buoys.example' || host.endsWith('.buoys.example')) {
    return 'buoys.example belongs to the buoy office, with everything below it.';
  }
  return undefined;
}

/** Answers a request to the learner's site. Its letter box takes letters from everywhere. */
export function answerSite(
  method: string,
  path: string,
  body: Uint8Array,
): { status: number; type: string; body: string } {
  if (path === '/drop' && method === 'POST') {
    site.letters = [Buffer.from(body).toString('utf8').slice(0, LETTER), ...site.letters].slice(0, LETTERS);
    return { status: 200, type: 'text/plain', body: 'Dropped.' };
  }
  if (path === '/' && method === 'GET') return { status: 200, type: 'text/html', body: site.page };
  return { status: 404, type: 'text/plain', body: 'Not here.' };
}
