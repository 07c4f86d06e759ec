import type { BrowserStorageItem, BuiltInService } from '@hexpedition/contract';
import { cookieFor } from '@hexpedition/lab-runtime';
import { paddleHosts } from '#features/payments/paddle/paddle-origins.public';
import type { Config } from '#platform/config';
import { cookieName } from '#platform/http/cookies';
import { checkoutStorage, matomoStorage, pageStorage, sandboxStorage } from './browser-storage.ts';

export interface ServiceFacts {
  /** Hosts that the service contacts. */
  hosts: string[];
  /** When and where it contacts them, as text for visitors. */
  where: string;
  stores: BrowserStorageItem[];
}

/** Returns the hosts and stored items of a built-in service with this server configuration. */
export function getServiceFacts(service: BuiltInService, config: Config): ServiceFacts {
  return factsBy[service](config);
}

const factsBy: Record<BuiltInService, (config: Config) => ServiceFacts> = {
  platform: (config) => ({
    hosts: [],
    where: 'On this site’s own server and at the addresses of the labs that you start. It contacts no third party.',
    stores: [...ownCookies(config), ...pageStorage],
  }),
  paddle: ({ paddle }) => ({
    hosts: paddle ? paddleHosts(paddle) : [],
    where:
      'Only on the subscription pages. For what Paddle stores in your browser during the checkout, see Paddle’s own privacy notice.',
    stores: [...checkoutStorage, ...(paddle?.local ? sandboxStorage : [])],
  }),
  matomo: ({ matomoUrl }) => ({
    hosts: matomoUrl ? [new URL(matomoUrl).host] : [],
    where: 'On the pages that you open after you agree, except pages that you open from a link in an email.',
    stores: [...matomoStorage],
  }),
  youtube: () => ({
    hosts: ['www.youtube-nocookie.com'],
    where:
      'At the video in a lesson, after you agree there or in the settings. YouTube stores data under its own domain, which this site cannot read.',
    stores: [],
  }),
};

/** Returns the cookies that the server sets. They are HttpOnly. */
function ownCookies({ publicUrl, labsUrl, siteAccessCode, oidc }: Config): BrowserStorageItem[] {
  const cookie = (name: string, what: string, lasts: string): BrowserStorageItem => ({
    kind: 'cookie',
    name,
    what,
    lasts,
  });
  return [
    cookie(
      cookieFor(new URL(labsUrl)).name,
      'Gives you access to a lab that you have started. It belongs to the address of that lab, where the lab may set cookies of its own.',
      'Two hours at most',
    ),
    ...(siteAccessCode === null
      ? []
      : [
          cookie(
            cookieName('access', publicUrl),
            'Remembers that you have entered the access code of this site.',
            '30 days',
          ),
        ]),
    ...(oidc === null
      ? []
      : [
          cookie(
            cookieName('provider', publicUrl),
            `Returns you to this site while you log in with ${oidc.name}.`,
            'Ten minutes at most',
          ),
        ]),
  ];
}
