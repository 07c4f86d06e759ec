/** A request to a site. */
export interface Asked {
  /** Number of the request. */
  number: number;
  host: string;
  path: string;
  headers: Record<string, string>;
}

const MAX_DOMAINS = 20;
const MAX_REQUESTS = 40;
const OURS = 'ostrel.example';

/** A small network in memory: the harbour's site, and the sites that the visitor has registered. */
export class Internet {
  readonly domains: string[] = [];
  /** Requests to the visitor's sites, newest first. */
  readonly asked: Asked[] = [];

  /** Registers a name. Returns why it is not possible, or undefined. */
  register(name: string): string | undefined {
    if (!/^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?\.example$/.test(name)) {
      return 'A name has small letters, digits and hyphens, and ends with .example. Its subdomains are included.';
    }
    if (name === OURS)
      return 'This name has belonged to the harbour since 1994. The certificate hangs on its wall, in a frame.';
    if (this.domains.includes(name)) return 'This name is yours already.';
    if (this.domains.length >= MAX_DOMAINS) return 'You can have up to twenty names.';
    this.domains.push(name);
    return undefined;
  }

  /** Requests a page of a site. Returns what a browser shows of it. */
  load(address: URL, headers: Record<string, string>): string[] {
    const host = address.hostname;
    if (belongsTo(host, OURS)) {
      return [`Welcome to ${host}.`, 'High water 04:12 and 16:40.', 'Signed in by the app. How convenient.'];
    }
    if (!this.domains.some((domain) => belongsTo(host, domain)))
      return ['ERR_NAME_NOT_RESOLVED', `There is no host called ${host}.`];
    this.asked.unshift({
      number: (this.asked[0]?.number ?? 0) + 1,
      host,
      path: `${address.pathname}${address.search}`.slice(0, 300),
      headers,
    });
    this.asked.length = Math.min(this.asked.length, MAX_REQUESTS);
    return [`${host} is parked here.`, 'The domain office made this page.'];
  }
}

const belongsTo = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);
