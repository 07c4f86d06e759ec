import { isRedirect } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { makeQueryClient } from '#lib/query.ts';
import { fakeApi } from '#lib/testing/fake-api.ts';

interface Page {
  Route: { options: { beforeLoad?: (arrival: object) => unknown; ssr?: boolean } };
}

/** The pages of learners. The layout of the account guards its pages. */
const personal = [
  './_main/account/route.tsx',
  './_main/completed.tsx',
  './_main/courses.$training_.test-out.tsx',
  './_main/reviews.tsx',
  './_main/subscription/payments.tsx',
  './_main/subscription/vouchers.tsx',
  './_main/yt-completed.tsx',
  './_main/yt-home.tsx',
];
/** Pages that do more than redirect visitors, and one that only development has. */
const others = [
  './_main/design.tsx',
  './_main/google-cam.tsx',
  './_main/index.tsx',
  './_main/notes.tsx',
  './_main/subscription/index.tsx',
];

const pages = Object.entries(
  import.meta.glob<Page>(['./_main/**/*.tsx', '!./_main/admin/**', '!./**/*.test.tsx'], { eager: true }),
);

async function redirectOf({ Route }: Page): Promise<unknown> {
  const arrival = {
    context: { queryClient: makeQueryClient(fakeApi({}).api) },
    search: {},
    params: { training: 'first-light' },
    location: { href: '/page?tab=1', pathname: '/page' },
  };
  try {
    await Route.options.beforeLoad?.(arrival);
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown;
    return [thrown.options.to, thrown.options.search];
  }
}

test('covers the pages that only the browser renders', () => {
  const rendered = pages.filter(([, { Route }]) => Route.options.ssr === false).map(([file]) => file);
  expect(rendered.filter((file) => !others.includes(file)).sort()).toEqual(personal);
});

test.each(pages.filter(([file]) => personal.includes(file)))(
  '%s redirects a visitor to the map, gives the reason, and remembers the page for after the log-in',
  async (_, page) => {
    expect(await redirectOf(page)).toEqual(['/map', { reason: 'no_token', next: '/page' }]);
  },
);
