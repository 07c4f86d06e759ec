import { pell } from './people.ts';
import { answer } from './port.ts';
import { passFor } from './quay-a.ts';

interface Cookie {
  name: string;
  value: string;
  path: string;
}

/** The clerk's computer is connected to the port only. */
const PORT = 'http://port.ostrel.example';
const ENDS = 'nothing, because he can only reach this port';
const MAX_REDIRECTS = 8;

function readCookie(text: string): Cookie {
  const [, name = '', value = '', path = '/'] = /^([^=]+)=([^;]*).*?Path=([^;]*)/.exec(text) ?? [];
  return { name, value, path };
}

/**
 * Opens a link as the clerk's browser does: with his cookies, and through all redirects. He is signed in at Quay A.
 * @param host the port's host in the visitor's browser
 * @returns the title of the last page; undefined if the text is not a link
 */
export function openLink(link: string, host: string | undefined): string | undefined {
  if (!URL.canParse(link, PORT)) return undefined;
  const { protocol, pathname, search, origin, host: named } = new URL(link, PORT);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  // A link may be copied from the visitor's own address bar
  if (origin !== PORT && named !== host) return ENDS;
  let url = new URL(PORT + pathname + search);
  const cookies = [readCookie(passFor(pell))];
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const { pathname: path, searchParams: query } = url;
    const sent = cookies.filter((one) => path === one.path || path.startsWith(`${one.path}/`));
    const reply = answer({
      method: 'GET',
      path,
      query,
      form: new URLSearchParams(),
      cookies: new Map(sent.map(({ name, value }) => [name, value])),
    });
    const set = reply.headers['set-cookie'];
    if (set) cookies.push(readCookie(set));
    const { location } = reply.headers;
    if (location === undefined) return /<title>(.*?) · /.exec(reply.body)?.[1] ?? 'something without a title';
    if (!URL.canParse(location, url)) return 'an error';
    url = new URL(location, url);
    if (url.origin !== PORT) return ENDS;
  }
  return 'nothing, because there were too many redirects';
}
