import type { OwnService, StoredThing } from '@hexpedition/contract';
import { cookieFor } from '@hexpedition/lab-runtime';
import { paddleHosts } from '#features/payments/paddle/paddle-origins.public';
import type { Config } from '#platform/config';
import { cookieName } from '#platform/http/cookies';
import { keptByMatomo, keptByPages, keptBySandbox, keptForCheckout } from './kept-in-browsers.ts';

export interface ServiceFacts {
  /** Whose servers are asked, once it runs. */
  hosts: string[];
  /** Where that happens, in words. */
  where: string;
  stores: StoredThing[];
}

/** What is true of our own services, on a platform that is set up like this. */
export function factsOf(service: OwnService, config: Config): ServiceFacts {
  return factsBy[service](config);
}

const factsBy: Record<OwnService, (config: Config) => ServiceFacts> = {
  platform: (config) => ({
    hosts: [],
    where: 'On this site’s own server, and at the addresses of the labs that you start. Nobody else is asked.',
    stores: [...ownCookies(config), ...keptByPages],
  }),
  paddle: ({ paddle }) => ({
    hosts: paddle ? paddleHosts(paddle) : [],
    where:
      'On the pages of the subscription, and on no others. What Paddle keeps in your browser for its checkout is Paddle’s to say.',
    stores: [...keptForCheckout, ...(paddle?.local ? keptBySandbox : [])],
  }),
  matomo: ({ matomoUrl }) => ({
    hosts: matomoUrl ? [new URL(matomoUrl).host] : [],
    where: 'On the pages that you open once you have agreed; not on those that a link in a mail opens.',
    stores: [...keptByMatomo],
  }),
  youtube: () => ({
    hosts: ['www.youtube-nocookie.com'],
    where:
      'In the place of the film in a lesson, once you have agreed there or in general. What YouTube keeps in your browser, it keeps under its own address, where this site sees nothing of it.',
    stores: [],
  }),
};

/** The cookies that the server sets: none of them can be read by a script. */
function ownCookies({ publicUrl, labsUrl, siteAccessCode, oidc }: Config): StoredThing[] {
  const cookie = (name: string, what: string, lasts: string): StoredThing => ({ kind: 'cookie', name, what, lasts });
  return [
    cookie(
      cookieFor(new URL(labsUrl)).name,
      'Lets you into a lab that you have started. It belongs to the address of that lab, where the lab may set cookies of its own.',
      'Two hours at most',
    ),
    ...(siteAccessCode === null
      ? []
      : [cookie(cookieName('access', publicUrl), 'That you have given the access code of this site.', '30 days')]),
    ...(oidc === null
      ? []
      : [
          cookie(
            cookieName('provider', publicUrl),
            `Brings you back here while you sign in through ${oidc.name}.`,
            'Ten minutes at most',
          ),
        ]),
  ];
}
