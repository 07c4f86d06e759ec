import { type Answer, lookUp, request } from './network.ts';

/** Result of the Signpost: the last answer, and the addresses on the way to it. */
export interface Found {
  hops: string[];
  answer: Answer;
}

/** Why nothing was read, in the words of the Signpost. */
export class NotRead extends Error {}

/** Maximum redirects. */
const FARTHEST = 5;

/**
 * Fetches an address.
 * @throws NotRead
 */
export function read(text: string): Found {
  let url = parse(text);
  // The hole: only the address that was typed is checked, and no redirect
  refuseInside(url);
  const hops = [url.href];
  for (;;) {
    const answer = request(url);
    if (!answer) throw new NotRead(`No server listens at ${url.host}.`);
    if (answer.location === undefined) return { hops, answer };
    if (hops.length > FARTHEST) throw new NotRead('Too many redirects. The Signpost has stopped.');
    url = parse(new URL(answer.location, url).href);
    hops.push(url.href);
  }
}

function parse(text: string): URL {
  if (!URL.canParse(text)) throw new NotRead('That is not an address. An address begins with http://.');
  const url = new URL(text);
  if (url.protocol !== 'http:') throw new NotRead('The Signpost only reads http. It has no TLS yet.');
  return url;
}

/** Rejects hosts of the shed. The name is resolved first, so that the notation of an address makes no difference. */
function refuseInside(url: URL): void {
  const address = lookUp(url.hostname);
  if (address === undefined) throw new NotRead(`There is no host called ${url.hostname}.`);
  if (!isInside(address)) return;
  const whose = url.hostname === address ? address : `${url.hostname} is ${address}, and that`;
  throw new NotRead(`${whose} is internal. The Signpost only reads public pages.`);
}

/** Loopback, private networks, and addresses of this machine. */
function isInside(address: string): boolean {
  const [a = 0, b = 0] = address.split('.').map(Number);
  if (a === 0 || a === 10 || a === 127) return true;
  return (a === 169 && b === 254) || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168);
}
