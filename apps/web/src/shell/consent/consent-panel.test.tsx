import type { ConsentConfig, ConsentSubmission, ServedConsentConfig } from '@hexpedition/contract';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '#lib/testing/render-app.tsx';
import ConsentPanel from './consent-panel.tsx';

/* Effect of each field of a configuration on the notice and the dialog. */

let number = 0;
let sent: ConsentSubmission[] = [];

beforeEach(() => {
  sent = [];
  sessionStorage.clear();
  for (const entry of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the manager uses it too
    document.cookie = `${entry.split('=', 1)[0]}=; max-age=0; path=/`;
  }
});

const services: ConsentConfig['services'] = [
  { name: 'platform', purposes: ['functional'], required: true },
  { name: 'youtube', purposes: ['media'] },
  { name: 'matomo', purposes: ['performance'], cookies: ['^_pk_'] },
];

interface Start {
  mode?: 'notice' | 'dialog';
  cookie?: Record<string, boolean>;
  loads?: boolean;
}

/** Renders the manager with changes to the default configuration. */
async function ask(changes: Partial<ConsentConfig> = {}, { mode = 'notice', cookie, loads = true }: Start = {}) {
  number += 1;
  const config: ServedConsentConfig = {
    services,
    acceptAll: true,
    groupByPurpose: true,
    storageName: 'klaro',
    purposeOrder: ['functional', 'media', 'performance'],
    privacyPolicy: '/legal',
    id: `config${number}`,
    name: 'default',
    status: 'active',
    version: 2,
    ...changes,
  };
  // biome-ignore lint/suspicious/noDocumentCookie: the manager uses it too
  if (cookie) document.cookie = `${config.storageName}=${encodeURIComponent(JSON.stringify(cookie))}; path=/`;
  const fetch = vi.fn(async (path: string, init?: RequestInit) => {
    if (init?.method === 'POST') sent.push(JSON.parse(String(init.body)));
    if (!loads) throw new TypeError('no connection');
    return Response.json(path.includes('config.json') ? config : {});
  });
  vi.stubGlobal('fetch', fetch);
  const onEnd = vi.fn();
  const privacy = { config: config.id, storage: config.storageName, notice: true, services: config.services };
  await renderApp(<ConsentPanel mode={mode} onEnd={onEnd} />, { features: { privacy } });
  return { onEnd, fetch, user: userEvent.setup() };
}

const notice = () => screen.findByRole('dialog', { name: 'Allow optional services?' });
const dialog = () => screen.findByRole('dialog', { name: 'Manage cookies' });
const stored = () => {
  const entry = document.cookie.split('; ').find((one) => one.startsWith('klaro='));
  return entry && JSON.parse(decodeURIComponent(entry.slice(6)));
};
const types = () => sent.map(({ consent_data: { type } }) => type);
const buttons = (within_: HTMLElement) =>
  within(within_)
    .queryAllByRole('button')
    .map((button) => button.textContent || button.getAttribute('aria-label'));

describe('consent notice', () => {
  it('lists the optional purposes in their order', async () => {
    await ask({ purposeOrder: ['performance', 'media'] });
    expect((await notice()).textContent).toContain(
      'this site also uses: Statistics (Matomo) & Videos from other sites (YouTube).',
    );
    expect(buttons(await notice())).toEqual(['Accept', 'Decline', 'Let me choose']);
  });

  it('reports once per session that it was shown', async () => {
    await ask();
    await notice();
    await waitFor(() => expect(types()).toEqual(['show']));
    expect(sent[0]?.consent_data).toEqual({ type: 'show', consents: {}, config: `config${number}` });
    await ask();
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2));
    expect(types()).toEqual(['show']);
  });

  it('hides buttons that the configuration hides', async () => {
    await ask({ hideDeclineAll: true, hideLearnMore: true });
    expect(buttons(await notice())).toEqual(['Accept']);
  });

  it('accepts only the preselected services if “accept all” is off', async () => {
    const { user } = await ask({
      acceptAll: false,
      services: services.map((one) => ({ ...one, default: one.name === 'youtube' })),
    });
    await user.click(within(await notice()).getByRole('button', { name: 'Accept' }));
    expect(stored()).toEqual({ platform: true, youtube: true, matomo: false });
    expect(types()).toEqual(['show']);
  });

  it('says that the services have changed since the last visit', async () => {
    await ask({}, { cookie: { platform: true, youtube: true } });
    expect((await notice()).textContent).toContain('The services have changed since your last visit.');
  });

  it('is not shown if the configuration has no notice or is embedded', async () => {
    const none = await ask({ noNotice: true });
    await waitFor(() => expect(none.fetch).toHaveBeenCalled());
    expect(screen.queryByRole('dialog')).toBeNull();
    const embedded = await ask({ embedded: true });
    await waitFor(() => expect(embedded.onEnd).toHaveBeenCalled());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(types()).toEqual([]);
  });

  it('blocks the page if it is modal', async () => {
    const { user } = await ask({ noticeAsModal: true });
    expect((await notice()).localName).toBe('dialog');
    await user.click(within(await notice()).getByRole('button', { name: 'Decline' }));
    expect(stored()).toEqual({ platform: true, youtube: false, matomo: false });
  });

  it('uses position, theme and colours of the configuration', async () => {
    await ask({ styling: { theme: ['top', 'left', 'light'], green1: '#00ff00', dark1: '#101010' } });
    const { dataset, style, lang } = await notice();
    expect([dataset.theme, 'top' in dataset, 'left' in dataset, 'wide' in dataset]).toEqual([
      'light',
      true,
      true,
      false,
    ]);
    expect([style.getPropertyValue('--beacon'), style.getPropertyValue('--surface'), lang]).toEqual([
      '#00ff00',
      '#101010',
      'en',
    ]);
  });

  it('links to the privacy policy in its language', async () => {
    await ask({
      privacyPolicy: { de: '/datenschutz', default: '/privacy' },
      translations: { en: { consentNotice: { description: 'Read {privacyPolicy} about {purposes}.' } } },
    });
    const link = within(await notice()).getByRole('link', { name: 'what this site stores and loads' });
    expect(link.getAttribute('href')).toBe('/privacy');
  });

  it('ignores the second press of a double tap, also on the page below', async () => {
    await ask();
    /** @returns whether the page handles the press */
    const tap = (element: Element, timeStamp: number): boolean => {
      const click = createEvent.click(element);
      Object.defineProperties(click, { pointerType: { value: 'touch' }, timeStamp: { value: timeStamp } });
      return fireEvent(element, click);
    };
    const button = (name: string) => screen.getByRole('button', { name });
    await notice();
    tap(button('Let me choose'), 1_000);
    await dialog();
    tap(button('Accept selected'), 1_349);
    expect(stored()).toBeUndefined();
    tap(button('Accept selected'), 1_350);
    expect(stored()).toEqual({ platform: true, youtube: false, matomo: false });
    // The time of the press counts, not when a busy page handles it.
    expect([tap(document.body, 1_699), tap(document.body, 1_700)]).toEqual([false, true]);
  });

  it('closes on Escape without a decision', async () => {
    const { user, onEnd } = await ask();
    within(await notice())
      .getByRole('button', { name: 'Accept' })
      .focus();
    await user.keyboard('{Escape}');
    expect([onEnd.mock.calls.length, stored()]).toEqual([1, undefined]);
  });
});

describe('consent dialog', () => {
  it('opens and cannot be closed undecided if consent is mandatory', async () => {
    const { user, onEnd } = await ask({ mustConsent: true });
    expect(buttons(await dialog())).toEqual(['Decline', 'Accept all', 'Accept selected']);
    await user.keyboard('{Escape}');
    expect(onEnd).not.toHaveBeenCalled();
    await user.click(within(await dialog()).getByRole('button', { name: 'Accept selected' }));
    expect([stored(), onEnd.mock.calls.length]).toEqual([{ platform: true, youtube: false, matomo: false }, 1]);
  });

  it('has one switch per purpose and one for all services', async () => {
    const more = [...services, { name: 'chat', title: 'Chat', purposes: ['media'] }];
    const { user } = await ask({ services: more }, { mode: 'dialog' });
    const box = (name: string) => within(screen.getByRole('dialog')).getByRole<HTMLInputElement>('checkbox', { name });
    await dialog();
    expect([box('Necessary').disabled, box('Videos from other sites').checked]).toEqual([true, false]);
    await user.click(screen.getByText('2 services'));
    await user.click(within(screen.getByRole('dialog')).getByRole('switch', { name: 'Chat' }));
    expect([box('Videos from other sites').indeterminate, box('All services').indeterminate]).toEqual([true, true]);
    await user.click(box('All services'));
    expect([box('Videos from other sites').checked, box('Statistics').checked]).toEqual([true, true]);
    await user.click(box('Videos from other sites'));
    await user.click(screen.getByRole('button', { name: 'Accept selected' }));
    expect(stored()).toEqual({ platform: true, youtube: false, matomo: true, chat: false });
    const [last] = sent.slice(-1);
    expect(last?.consent_data).toMatchObject({ type: 'save', changes: { matomo: true } });
  });

  it('lists services without grouping, and marks required and opt-out ones', async () => {
    const listed = services.map((one) => (one.name === 'matomo' ? { ...one, optOut: true, default: true } : one));
    await ask({ groupByPurpose: false, services: listed }, { mode: 'dialog' });
    const switches = within(await dialog()).getAllByRole('switch');
    expect(switches.map((one) => (one as HTMLInputElement).checked)).toEqual([true, false, true]);
    expect(screen.getByText('always on')).toBeTruthy();
    expect(screen.getByText('on until you decline')).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'All services' })).toBeTruthy();
  });

  it('has no master switch for a single service or if the configuration hides it', async () => {
    await ask({ services: services.slice(0, 2) }, { mode: 'dialog' });
    await dialog();
    expect(screen.queryByRole('checkbox', { name: 'All services' })).toBeNull();
    await ask({ hideToggleAll: true }, { mode: 'dialog' });
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2));
    expect(screen.queryByRole('checkbox', { name: 'All services' })).toBeNull();
  });

  it('shows a first decision for 800 ms, and closes immediately after a later one', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    const first = await ask({}, { mode: 'dialog' });
    await first.user.click(within(await dialog()).getByRole('button', { name: 'Accept all' }));
    expect(screen.getByRole('status').textContent).toBe('Your choice is saved.');
    expect(screen.getByRole('checkbox', { name: 'Statistics' })).toHaveProperty('checked', true);
    expect(first.onEnd).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(800);
    expect(first.onEnd).toHaveBeenCalledOnce();
    vi.useRealTimers();

    const later = await ask({}, { mode: 'dialog' });
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2));
    const [, second] = screen.getAllByRole('dialog');
    expect(buttons(second as HTMLElement)).toEqual(['Close', 'Save']);
    await later.user.click(within(second as HTMLElement).getByRole('button', { name: 'Save' }));
    expect(later.onEnd).toHaveBeenCalledOnce();
    expect(types()).toEqual(['accept']);
  });

  it('discards unsaved changes', async () => {
    const { user, onEnd } = await ask(
      {},
      { mode: 'dialog', cookie: { platform: true, youtube: false, matomo: false } },
    );
    const statistics = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Statistics' });
    await dialog();
    await user.click(statistics());
    expect(statistics().checked).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect([onEnd.mock.calls.length, statistics().checked, stored()?.matomo]).toEqual([1, false, false]);
  });

  it('deletes the cookies of declined services', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: a tracker uses it too
    for (const name of ['_pk_id.1', 'mine']) document.cookie = `${name}=1; path=/`;
    const { user } = await ask({}, { mode: 'dialog', cookie: { platform: true, youtube: false, matomo: true } });
    await dialog();
    await user.click(screen.getByRole('checkbox', { name: 'Statistics' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(document.cookie).not.toContain('_pk_id'));
    expect(document.cookie).toContain('mine=1');
  });

  it('uses the cookie name of the configuration', async () => {
    const { user } = await ask({ storageName: 'choices' }, { mode: 'dialog' });
    await dialog();
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    expect(document.cookie).toContain('choices=');
    expect(stored()).toBeUndefined();
  });

  it('uses the configured language, its texts first, and marks missing texts', async () => {
    await ask(
      {
        lang: 'tlh',
        translations: {
          tlh: { consentModal: { title: 'nuq' }, purposes: { media: { title: 'Hasta' } } },
          zz: { decline: 'ghobe' },
        },
      },
      { mode: 'dialog' },
    );
    const shown = await screen.findByRole('dialog', { name: 'nuq' });
    expect(within(shown).getByRole('checkbox', { name: 'Hasta' })).toBeTruthy();
    expect(within(shown).getByRole('button', { name: 'ghobe' })).toBeTruthy();
    expect(within(shown).getByRole('button', { name: '[missing translation: tlh/acceptAll]' })).toBeTruthy();
    expect((shown as HTMLElement).lang).toBe('tlh');
  });

  it('logs a failed load, fires an event and closes', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failed = vi.fn();
    document.addEventListener('apiConfigsFailed', failed, { once: true });
    const { onEnd } = await ask({}, { loads: false });
    await waitFor(() => expect(onEnd).toHaveBeenCalled());
    expect(failed.mock.calls[0]?.[0].detail).toEqual({ status: 0 });
    expect(consoleError).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('preview of the draft configuration', () => {
  it('is labelled, loads the draft, and shows the notice even after a decision', async () => {
    location.hash = '#klaro-testing';
    const { fetch } = await ask({}, { cookie: { platform: true, youtube: true, matomo: true } });
    expect((await notice()).textContent).toContain('Test: this configuration is not published yet.');
    expect(fetch.mock.calls[0]?.[0]).toBe('/v1/privacy-managers/c00c1e/config.json?name=default&testing=true');
    location.hash = '';
  });
});
