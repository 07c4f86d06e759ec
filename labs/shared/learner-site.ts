/** Letters that the site keeps. */
const MAX_LETTERS = 20;

interface LearnerSiteOptions {
  /** Name and page of the site until the learner saves others. */
  host: string;
  page: string;
  /** Characters of a letter that are kept. */
  maxLetterLength: number;
  /** A domain that the learner cannot have, and what the lab says if they try. */
  reserved: { domain: string; message: string };
}

/** A site that the learner edits: one page under a name of their choice, and a letter box that accepts every POST to /drop. */
export function createLearnerSite({ host, page, maxLetterLength, reserved }: LearnerSiteOptions) {
  const site = {
    host,
    page,
    letters: [] as string[],
    origin: () => `https://${site.host}`,
    /** Returns why the learner cannot have this name, or undefined. */
    problemWith(name: string): string | undefined {
      if (
        name.length > 60 ||
        !/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.example$/.test(name)
      ) {
        return 'A name consists of letters, digits, hyphens and dots, and ends with .example.';
      }
      return name === reserved.domain || name.endsWith(`.${reserved.domain}`) ? reserved.message : undefined;
    },
    /** Answers a request to the site. */
    answer(method: string, path: string, body: Uint8Array): { status: number; type: string; body: string } {
      if (path === '/drop' && method === 'POST') {
        const letter = Buffer.from(body).toString('utf8').slice(0, maxLetterLength);
        site.letters = [letter, ...site.letters].slice(0, MAX_LETTERS);
        return { status: 200, type: 'text/plain', body: 'Dropped.' };
      }
      if (path === '/') return { status: 200, type: 'text/html', body: site.page };
      return { status: 404, type: 'text/plain', body: 'Not here.' };
    },
  };
  return site;
}
