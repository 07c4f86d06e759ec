import type { AdminStatus } from '@hexpedition/contract';
import { readCertificate } from '#platform/certificate';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';

/** Milliseconds for which the certificates of a process are remembered; shorter while there is a problem to repair. */
const rememberMs = { fine: 600_000, problem: 10_000 };
const timeoutMs = 3_000;
/** A name that only a wildcard certificate covers. */
const anyLab = 'status-check';

type Certificates = AdminStatus['certificates'];

/**
 * Creates the function that reads the certificates of the platform and of its labs, as visitors get them.
 * @param ca authority that is trusted in addition to those of Node
 */
export function createCertificateReader(deps: {
  config: Pick<Config, 'publicUrl' | 'labsUrl'>;
  clock: Clock;
  ca?: string;
}): () => Promise<Certificates> {
  const { config, clock, ca } = deps;
  const site = new URL(config.publicUrl);
  const labs = new URL(config.labsUrl);
  let known: { until: number; certificates: Promise<Certificates> } | undefined;

  async function read(url: URL, host: string, shown: string): Promise<Certificates> {
    if (url.protocol !== 'https:') return [];
    try {
      const { error, endsAt } = await readCertificate(host, { port: Number(url.port || 443), ca, timeoutMs });
      return [{ host: shown, ends_at: endsAt.toISOString(), problem: error }];
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return [{ host: shown, ends_at: null, problem: code ?? message }];
    }
  }

  return async () => {
    const now = clock.now().getTime();
    if (known && now < known.until) return known.certificates;
    const both = Promise.all([
      read(site, site.hostname, site.hostname),
      read(labs, `${anyLab}.${labs.hostname}`, `*.${labs.hostname}`),
    ]);
    const reading = { until: now + rememberMs.fine, certificates: both.then((lists) => lists.flat()) };
    known = reading;
    const certificates = await reading.certificates;
    if (certificates.some(({ problem }) => problem !== null)) reading.until = now + rememberMs.problem;
    return certificates;
  };
}
