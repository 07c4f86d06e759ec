import { RECORDS } from './names.ts';

/** Characters of a page, and of a letter that a page sends home. */
export const LONGEST = 6000;
const LETTER = 2000;
const LETTERS = 20;

const FIRST = `<!doctype html>
<title>Cheese, lightly used</title>
<h1>Cheese for sale</h1>
<script>
fetch('${RECORDS}/v1/held')
  .then(answer => answer.text())
  .then(text => fetch('/drop', { method: 'POST', body: text }))
</script>`;

/** The learner's own site. There is one: the last name and page that were saved. */
export const site = { host: 'cheese.example', page: FIRST, letters: [] as string[] };

export const originOfSite = () => `https://${site.host}`;

/** @returns what is wrong with a name; undefined where it is free */
export function refusal(host: string): string | undefined {
  if (
    host.length > 60 ||
    !/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.example$/.test(host)
  ) {
    return 'A name consists of letters, digits, hyphens and dots, and ends with .example.';
  }
  if (host === 'customs.example' || host.endsWith('.customs.example')) {
    return 'customs.example belongs to the customs, with everything below it.';
  }
  return undefined;
}

/** Answers a request to the learner's site. */
export function answerSite(
  method: string,
  path: string,
  body: Uint8Array,
): { status: number; type: string; body: string } {
  if (path === '/drop' && method === 'POST') {
    site.letters = [Buffer.from(body).toString('utf8').slice(0, LETTER), ...site.letters].slice(0, LETTERS);
    return { status: 200, type: 'text/plain', body: 'Dropped.' };
  }
  if (path === '/') return { status: 200, type: 'text/html', body: site.page };
  return { status: 404, type: 'text/plain', body: 'Not here.' };
}
