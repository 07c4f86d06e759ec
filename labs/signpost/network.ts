/** Response of a host. */
export interface Answer {
  status: number;
  type: 'text/html' | 'text/plain' | 'application/json';
  body: string;
  /** Target of a redirect. */
  location?: string;
}

type Host = (url: URL) => Answer;

interface Entry {
  names: string[];
  address: string;
  port: string;
  host: Host;
}

/** The town's network: a table. Hosts that are not in it cannot be reached. */
const entries: Entry[] = [];

export function connect(entry: Entry): void {
  entries.push(entry);
}

/** Returns the IPv4 address of the host of a URL: a name of the table, or an address in any notation. */
export function lookUp(hostname: string): string | undefined {
  const name = hostname.replace(/\.$/, '');
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return name;
  // ::ffff:a.b.c.d, which a URL contains as two groups of hexadecimal digits
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(name);
  if (mapped) {
    const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)];
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return entries.find(({ names }) => names.includes(name))?.address;
}

/** Requests an address from its host; undefined if there is no such host. Does not follow redirects. */
export function request(url: URL): Answer | undefined {
  if (url.protocol !== 'http:') return undefined;
  const address = lookUp(url.hostname);
  return entries.find((entry) => entry.address === address && entry.port === (url.port || '80'))?.host(url);
}
