import { afterEach, describe, expect, it, vi } from 'vitest';
import { deleteCookies, matchesCookie, writeStoredConsent } from './cookies.ts';
import { isTesting, readStoredConsent } from './stored-consent.ts';

afterEach(() => vi.unstubAllGlobals());

/** Simulates a page at this address with these cookies. @returns writes to `document.cookie` */
function openPage(address: string, held = ''): string[] {
  const written: string[] = [];
  vi.stubGlobal('location', new URL(address));
  vi.stubGlobal('document', {
    get cookie() {
      return held;
    },
    set cookie(one: string) {
      written.push(one);
    },
  });
  return written;
}

it('matches a cookie by its full name or by a prefix', () => {
  expect(['_pk_id.1', '_pk_', 'x_pk_', 'MATOMO_SESSID'].map((name) => matchesCookie('^_pk_', name))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([matchesCookie('a', 'a'), matchesCookie('a', 'ab')]).toEqual([true, false]);
});

describe('consent cookie', () => {
  it('is stored for 120 days, for all paths of this host, with SameSite=Lax', () => {
    const kept = 'klaro=%7B%22youtube%22%3Atrue%7D; path=/; max-age=10368000; SameSite=Lax';
    const plain = openPage('http://127.0.0.1/map');
    writeStoredConsent('klaro', { youtube: true });
    expect(plain).toEqual([kept]);
    const secure = openPage('https://learn.example.org/map');
    writeStoredConsent('klaro', { youtube: true });
    expect(secure).toEqual([`${kept}; Secure`]);
  });

  it.each([
    '',
    'klaro',
    'klaro=',
    'klaro=%',
    'klaro={',
    'klaro=null',
    'klaro=1',
    'klaro=[true]',
    'klaro2={}',
    'x=klaro={}',
  ])('is null for the cookies %j', (held) => {
    openPage('https://learn.example.org/', held);
    expect(readStoredConsent('klaro')).toBeNull();
  });
});

describe('deleteCookies', () => {
  it('deletes cookies on this host and all parent domains', () => {
    const written = openPage('https://learn.example.org/map', 'mine=1; _pk_id.1=2; theirs');
    deleteCookies(['^_pk_', 'theirs']);
    const gone = (name: string) => [
      `${name}=; max-age=0`,
      `${name}=; max-age=0; path=/`,
      `${name}=; max-age=0; path=/; domain=.learn.example.org`,
      `${name}=; max-age=0; path=/; domain=.example.org`,
    ];
    expect(written).toEqual([...gone('_pk_id.1'), ...gone('theirs')]);
  });

  it('deletes cookies at a configured path and domain', () => {
    const written = openPage('https://learn.example.org/map', 'chat=1');
    deleteCookies([['chat', '/help', 'help.example.org']]);
    expect(written.at(-1)).toBe('chat=; max-age=0; path=/help; domain=help.example.org');
  });
});

it('requests the draft only for the exact parameter klaro-testing', () => {
  const mode = (hash: string) => {
    openPage(`https://learn.example.org/map${hash}`);
    return isTesting();
  };
  expect(['#klaro-testing', '#klaro-testing=true', '#a=1&klaro-testing'].map(mode)).toEqual([true, true, true]);
  expect(['', '#my-klaro-testing', '#klaro-testing-day', '?klaro-testing'].map(mode)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
