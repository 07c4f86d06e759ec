import { describe, expect, it } from 'vitest';
import { cookieFor, harmlessSetCookie, withoutPass } from './cookie.ts';

describe('the name of the pass', () => {
  it.each([
    ['https://labs.example.org', '__Host-lab'],
    ['http://labs.localhost:8080', '__Host-lab'],
    ['http://labs.school.lan', 'hexpedition-lab'],
    ['http://notlocalhost', 'hexpedition-lab'],
  ])('for %s is %s', (url, name) => {
    const cookie = cookieFor(new URL(url));
    expect(cookie.name).toBe(name);
    expect(cookie.attributes.includes('Secure')).toBe(name.startsWith('__Host-'));
  });
});

describe('cookies that pass through', () => {
  it.each([
    ['__Host-lab=x', undefined],
    ['a=1; __host-LAB=x; b=2', 'a=1; b=2'],
    ['hexpedition-lab=x; a=1', 'a=1'],
    ['a=1', 'a=1'],
  ])('%s reach the lab as %s', (sent, seen) => expect(withoutPass(sent)).toBe(seen));

  it.each([
    ['a=1; domain=.example.org; Path=/', 'a=1; Path=/'],
    ['a=1;DOMAIN = x;HttpOnly', 'a=1;HttpOnly'],
    ['hexpedition-lab=1', undefined],
    ['hexpedition-lab', undefined],
    ['=hexpedition-lab=1', undefined],
  ])('%s reach the browser as %s', (set, seen) => expect(harmlessSetCookie(set)).toBe(seen));
});
