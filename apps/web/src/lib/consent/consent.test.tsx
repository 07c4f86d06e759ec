// The test environment has no BroadcastChannel.
import { BroadcastChannel } from 'node:worker_threads';
import type { ConsentSubmission, PrivacyFeatures } from '@hexpedition/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { consentOf } from './consent.ts';
import { decidedEvent, hasDecided, readStoredConsent } from './stored-consent.ts';

/* The consent manager of a page, with its cookie, the other tabs and the server. */

const services = [
  { name: 'platform', purposes: ['functional'], required: true },
  { name: 'matomo', purposes: ['performance'], cookies: ['^_pk_'] },
  { name: 'chat', purposes: ['marketing'], cookies: ['chat'] },
];
let number = 0;
let sent: ConsentSubmission['consent_data'][] = [];
let loads = true;

function setCookie(cookie: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the manager uses it too
  document.cookie = `${cookie}; path=/`;
}
const decide = (name: string, consents: object) => setCookie(`${name}=${encodeURIComponent(JSON.stringify(consents))}`);
const names = () =>
  document.cookie
    .split('; ')
    .map((one) => one.split('=', 1)[0])
    .sort();

/** Creates the manager of a page that was rendered with an older configuration than the server's. */
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

/** Channels of all pages in a test. Closed at its end, so that its pages do not receive messages of the next test. */
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
  for (const name of names()) setCookie(`${name}=; max-age=0`);
});
afterEach(() => {
  for (const channel of channels) channel.close();
  channels = [];
});

describe('consent configuration', () => {
  it('replaces the rules of the page, for the cookie and for submissions', async () => {
    decide('klaro', { platform: true, matomo: true, chat: true });
    decide('choices', { platform: true, matomo: false, chat: true });
    const consent = open();
    expect(consent.isAllowed('matomo')).toBe(true);
    await consent.config();
    expect([consent.isAllowed('matomo'), consent.isAllowed('chat')]).toEqual([false, true]);
    consent.act({ type: 'accept-all' });
    expect(readStoredConsent('choices')).toEqual({ platform: true, matomo: true, chat: true });
    expect(readStoredConsent('klaro')).toEqual({ platform: true, matomo: true, chat: true });
    expect(sent).toMatchObject([{ type: 'accept', config: `new${number}` }]);
  });

  it('is requested again after a failed load', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    loads = false;
    const consent = open();
    await expect(consent.config()).rejects.toEqual({ status: 0 });
    loads = true;
    expect(await consent.config()).toMatchObject({ id: `new${number}` });
  });
});

it('rejects with body and status on an error response', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const consent = open();
  vi.stubGlobal('fetch', async () => Response.json({ code: 'too_many_requests' }, { status: 429 }));
  await expect(consent.config()).rejects.toEqual({ code: 'too_many_requests', status: 429 });
  vi.stubGlobal('fetch', async () => new Response('<p>', { status: 502 }));
  await expect(consent.config()).rejects.toEqual({ status: 502 });
});

describe('cookies of a service', () => {
  it('are deleted again on each decision, because another tab may have rewritten them', async () => {
    decide('klaro', { platform: true, matomo: false, chat: true });
    const consent = open('klaro');
    await consent.config();
    // Wait until the first deletion has run.
    await new Promise((done) => setTimeout(done));
    setCookie('_pk_id.1=1');
    consent.act({ type: 'save' });
    await expect.poll(names).toEqual(['klaro']);
  });

  it('are deleted on load if consent is missing; other cookies stay', async () => {
    decide('choices', { platform: true, matomo: false, chat: true });
    for (const name of ['_pk_id.1', 'chat', 'mine']) setCookie(`${name}=1`);
    await open().config();
    await expect.poll(names).toEqual(['chat', 'choices', 'mine']);
  });

  it('are deleted if the consent expired before them', async () => {
    setCookie('_pk_id.1=1');
    await open().config();
    await expect.poll(names).toEqual(['']);
  });

  it('are deleted on withdrawal, even before the configuration was loaded', async () => {
    decide('klaro', { platform: true, matomo: true, chat: true });
    for (const name of ['_pk_id.1', 'chat']) setCookie(`${name}=1`);
    open('klaro').act({ type: 'withdraw', service: 'matomo' });
    await expect.poll(names).toEqual(['chat', 'klaro']);
  });
});

describe('consent notice', () => {
  it('is reported once per session, and never after a decision', () => {
    open().shown();
    open().shown();
    expect(sent).toEqual([{ type: 'show', consents: {}, config: expect.any(String) }]);
    sessionStorage.clear();
    decide('klaro', { platform: true, matomo: false, chat: false });
    open().shown();
    expect(sent).toHaveLength(1);
  });

  it('is shown until the visitor has decided about every service', () => {
    const privacy = { services } as unknown as PrivacyFeatures;
    expect(hasDecided(privacy, null)).toBe(false);
    expect(hasDecided(privacy, { platform: true, matomo: true })).toBe(false);
    expect(hasDecided(privacy, { platform: true, matomo: true, chat: false })).toBe(true);
  });
});

describe('consent decision', () => {
  it('notifies the page and the other tabs of the decision, also before they see its cookie', async () => {
    const other = new BroadcastChannel('consent');
    const received = vi.fn();
    other.addEventListener('message', received);
    const decided = vi.fn();
    document.addEventListener(decidedEvent, decided, { once: true });
    const consent = open('klaro');
    consent.act({ type: 'choose', services: ['chat'], value: true });
    expect(decided).not.toHaveBeenCalled();
    consent.act({ type: 'save' });
    expect(decided).toHaveBeenCalledOnce();
    await expect.poll(() => received.mock.calls.length).toBe(1);
    expect(received.mock.calls[0]?.[0].data).toMatchObject({ platform: true, chat: true });

    const seen: boolean[][] = [];
    const look = () => seen.push(['chat', 'matomo'].map(consent.isAllowed));
    document.addEventListener(decidedEvent, look, { once: true });
    other.postMessage({ platform: true, matomo: true, chat: false });
    await expect.poll(() => seen).toEqual([[false, true]]);
    other.close();
  });
});
