import { afterEach, describe, expect, it, vi } from 'vitest';
import { deleteCookies, matchesCookie, writeStored } from './cookies.ts';
import { isTesting, readStored } from './stored.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page at this address whose browser holds these cookies. @returns what is written into `document.cookie` */
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

it('a cookie belongs to a service by its whole name, or by how it begins', () => {
  expect(['_pk_id.1', '_pk_', 'x_pk_', 'MATOMO_SESSID'].map((name) => matchesCookie('^_pk_', name))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([matchesCookie('a', 'a'), matchesCookie('a', 'ab')]).toEqual([true, false]);
});

describe('what was decided', () => {
  it('is kept for 120 days, for every path of this host, and not for a page of others', () => {
    const kept = 'klaro=%7B%22youtube%22%3Atrue%7D; path=/; max-age=10368000; SameSite=Lax';
    const plain = openPage('http://127.0.0.1/map');
    writeStored('klaro', { youtube: true });
    expect(plain).toEqual([kept]);
    const secure = openPage('https://learn.example.org/map');
    writeStored('klaro', { youtube: true });
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
  ])('is nothing where the cookies are %j', (held) => {
    openPage('https://learn.example.org/', held);
    expect(readStored('klaro')).toBeNull();
  });
});

describe('the cookies of a service', () => {
  it('go from this host and every one above it, wherever its script may have put them', () => {
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

  it('go from the path and the domain that are named', () => {
    const written = openPage('https://learn.example.org/map', 'chat=1');
    deleteCookies([['chat', '/help', 'help.example.org']]);
    expect(written.at(-1)).toBe('chat=; max-age=0; path=/help; domain=help.example.org');
  });
});

it('the draft is asked for by a word of the address that stands alone', () => {
  const asks = (hash: string) => {
    openPage(`https://learn.example.org/map${hash}`);
    return isTesting();
  };
  expect(['#klaro-testing', '#klaro-testing=true', '#a=1&klaro-testing'].map(asks)).toEqual([true, true, true]);
  expect(['', '#my-klaro-testing', '#klaro-testing-day', '?klaro-testing'].map(asks)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
