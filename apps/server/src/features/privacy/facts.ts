import type { OwnService, StoredThing } from '@hexpedition/contract';
import type { Config } from '#platform/config';

export interface ServiceFacts {
  title: string;
  description: string;
  /** Whose servers are asked, once it runs. */
  hosts: string[];
  /** Where that happens, in words. */
  where: string;
  stores: StoredThing[];
}

/** What is true of our own services. */
export function factsOf(service: OwnService, config: Config): ServiceFacts {
  const hosts = {
    platform: [],
    paddle: ['cdn.paddle.com'],
    matomo: config.matomoUrl ? [new URL(config.matomoUrl).host] : [],
    youtube: ['www.youtube-nocookie.com'],
  };
  return { title: service, description: service, hosts: hosts[service], where: '', stores: [] };
}
