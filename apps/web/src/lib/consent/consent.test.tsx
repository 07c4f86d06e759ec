// A window of the tests has none.
import { BroadcastChannel } from 'node:worker_threads';
import type { ConsentSubmission, PrivacyFeatures } from '@hexpedition/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { consentOf } from './consent.ts';
import { decidedEvent, hasDecided, readStored } from './stored.ts';

/* The manager of a page: what it does with the cookie, the other tabs and the server around the state machine. */

const services = [
  { name: 'platform', purposes: ['functional'], required: true },
  { name: 'matomo', purposes: ['performance'], cookies: ['^_pk_'] },
  { name: 'chat', purposes: ['marketing'], cookies: ['chat'] },
];
let number = 0;
let sent: ConsentSubmission['consent_data'][] = [];
let loads = true;

function keep(cookie: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: what the manager itself uses
  document.cookie = `${cookie}; path=/`;
}
const decide = (name: string, consents: object) => keep(`${name}=${encodeURIComponent(JSON.stringify(consents))}`);
const names = () =>
  document.cookie
    .split('; ')
    .map((one) => one.split('=', 1)[0])
    .sort();

/** The manager of a page that knows of an older configuration than the server has. */
function open(storageName = 'choices') {
  number += 1;
  const config = { services, acceptAll: true, groupByPurpose: true, storageName, id: `new${number}` };
  const fetch = async (_: string, init?: RequestInit) => {
    if (init?.method === 'POST') sent.push(JSON.parse(String(init.body)).consent_data);
    if (!loads) throw new TypeError('no connection');
    return Response.json(init ? {} : config);
  };
  vi.stubGlobal('fetch', fetch);
  const privacy: PrivacyFeatures = { config: `old${number}`, storage: 'klaro', notice: true, services };
  return consentOf(privacy);
}

/** Those of all pages of a test. They are closed at its end: a page of an earlier one must not hear of the next. */
let channels: BroadcastChannel[] = [];
class Channel extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    channels.push(this);
  }
}

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', Channel);
  loads = true;
  sent = [];
  sessionStorage.clear();
  for (const name of names()) keep(`${name}=; max-age=0`);
});
afterEach(() => {
  for (const channel of channels) channel.close();
  channels = [];
});

describe('the configuration', () => {
  it('takes the place of what the page knew, in the cookie and in what the server hears', async () => {
    decide('klaro', { platform: true, matomo: true, chat: true });
    decide('choices', { platform: true, matomo: false, chat: true });
    const consent = open();
    expect(consent.isAllowed('matomo')).toBe(true);
    await consent.config();
    expect([consent.isAllowed('matomo'), consent.isAllowed('chat')]).toEqual([false, true]);
    consent.act({ do: 'accept-all' });
    expect(readStored('choices')).toEqual({ platform: true, matomo: true, chat: true });
    expect(readStored('klaro')).toEqual({ platform: true, matomo: true, chat: true });
    expect(sent).toMatchObject([{ type: 'accept', config: `new${number}` }]);
  });

  it('that did not load is asked for again the next time', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    loads = false;
    const consent = open();
    await expect(consent.config()).rejects.toEqual({ status: 0 });
    loads = true;
    expect(await consent.config()).toMatchObject({ id: `new${number}` });
  });
});

it('an answer that is no success is told with its body and its status', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const consent = open();
  vi.stubGlobal('fetch', async () => Response.json({ code: 'too_many_requests' }, { status: 429 }));
  await expect(consent.config()).rejects.toEqual({ code: 'too_many_requests', status: 429 });
  vi.stubGlobal('fetch', async () => new Response('<p>', { status: 502 }));
  await expect(consent.config()).rejects.toEqual({ status: 502 });
});

describe('the cookies of a service', () => {
  it('go once more with each decision, for a tab of before may have written them again', async () => {
    decide('klaro', { platform: true, matomo: false, chat: true });
    const consent = open('klaro');
    await consent.config();
    // The first look is over.
    await new Promise((done) => setTimeout(done));
    keep('_pk_id.1=1');
    consent.act({ do: 'save' });
    await vi.waitFor(() => expect(names()).toEqual(['klaro']));
  });

  it('go when the configuration comes and nobody agrees to it any more; those of others stay', async () => {
    decide('choices', { platform: true, matomo: false, chat: true });
    for (const name of ['_pk_id.1', 'chat', 'mine']) keep(`${name}=1`);
    await open().config();
    await vi.waitFor(() => expect(names()).toEqual(['chat', 'choices', 'mine']));
  });

  it('go where the agreement ran out before they did', async () => {
    keep('_pk_id.1=1');
    await open().config();
    await vi.waitFor(() => expect(names()).toEqual(['']));
  });

  it('go with the agreement, which nobody needs the configuration to take back', async () => {
    decide('klaro', { platform: true, matomo: true, chat: true });
    for (const name of ['_pk_id.1', 'chat']) keep(`${name}=1`);
    open('klaro').act({ do: 'withdraw', service: 'matomo' });
    await vi.waitFor(() => expect(names()).toEqual(['chat', 'klaro']));
  });
});

describe('the notice', () => {
  it('is told once in a session, and by nobody who has decided', () => {
    open().shown();
    open().shown();
    expect(sent).toMatchObject([{ type: 'show', consents: {}, changes: {} }]);
    sessionStorage.clear();
    decide('klaro', { platform: true, matomo: false, chat: false });
    open().shown();
    expect(sent).toHaveLength(1);
  });

  it('is for whoever has not decided about every service', () => {
    const privacy = { services } as unknown as PrivacyFeatures;
    expect(hasDecided(privacy, null)).toBe(false);
    expect(hasDecided(privacy, { platform: true, matomo: true })).toBe(false);
    expect(hasDecided(privacy, { platform: true, matomo: true, chat: false })).toBe(true);
  });
});

describe('a decision', () => {
  it('is told to the page and to the other tabs, which read it from the cookie', async () => {
    const other = new BroadcastChannel('consent');
    const heard = vi.fn();
    other.addEventListener('message', heard);
    const decided = vi.fn();
    document.addEventListener(decidedEvent, decided, { once: true });
    const consent = open('klaro');
    consent.act({ do: 'choose', services: ['chat'], value: true });
    expect(decided).not.toHaveBeenCalled();
    consent.act({ do: 'save' });
    expect(decided).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());

    decide('klaro', { platform: true, matomo: true, chat: false });
    other.postMessage('changed');
    await vi.waitFor(() => expect(consent.isAllowed('chat')).toBe(false));
    expect(consent.isAllowed('matomo')).toBe(true);
  });
});
