import type { BrowserStorageItem } from '@hexpedition/contract';
import type { BrowserContext } from 'playwright-core';

type Kind = BrowserStorageItem['kind'] | 'database';

interface Found {
  kind: Kind;
  name: string;
}

/**
 * Records what the pages of a browser context store, including what is removed a moment later.
 * @param url of the platform; what a lab stores at its own address is ignored
 * @returns a function that returns everything so far, each name once
 */
export async function watchBrowserStorage(context: BrowserContext, url: string): Promise<() => Promise<Found[]>> {
  const found = new Map<string, Found>();
  const record = (kind: Kind, name: string) => void found.set(`${kind} ${name}`, { kind, name });
  await context.exposeFunction('recordStored', record);
  await context.addInitScript((origin) => {
    if (location.origin !== origin) return;
    const { recordStored } = window as unknown as { recordStored: (kind: string, name: string) => void };
    const originalSetItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function setItem(name, value) {
      recordStored(this === localStorage ? 'local' : 'session', name);
      originalSetItem.call(this, name, value);
    };
  }, url);
  return async () => {
    for (const { name, domain } of await context.cookies()) {
      const isOfLab = domain.endsWith('.labs.localhost') && !/^(?:__Host|hexpedition)-/.test(name);
      if (!isOfLab) record('cookie', name);
    }
    for (const page of context.pages().filter((one) => one.url().startsWith(`${url}/`))) {
      const kept = await page.evaluate(async () => ({
        local: Object.keys(localStorage),
        session: Object.keys(sessionStorage),
        cache: await caches.keys(),
        database: (await indexedDB.databases()).map(({ name = '' }) => name),
      }));
      for (const [kind, names] of Object.entries(kept)) for (const name of names) record(kind as Kind, name);
    }
    return [...found.values()];
  };
}
