import { needsNoDns, readCertificate } from '#platform/certificate';
import { isPlainHttp } from '#platform/config';
import { type Check, type DoctorContext, type Finding, ok, problem, reasonOf, warning } from '../check.ts';

/** A name that only a wildcard record and a wildcard certificate cover. */
const anyLab = 'doctor-check';
const renewDays = 14;

/** Checks DNS and certificates of the platform and of the labs. */
export const namesCheck: Check = {
  name: 'Names',
  async run(context) {
    const { publicUrl, labsUrl } = context.config;
    const site = new URL(publicUrl);
    const labs = new URL(labsUrl);
    const findings: Finding[] = [];
    if (isPlainHttp(publicUrl))
      findings.push(
        problem(
          `PUBLIC_URL is ${publicUrl}, without TLS.`,
          'Put a TLS proxy in front, and set PUBLIC_URL to its https address.',
        ),
      );
    if (labs.hostname.endsWith(`.${site.hostname}`) && !needsNoDns(site.hostname))
      findings.push(
        warning(
          'LABS_URL is a subdomain of PUBLIC_URL, so browsers send cookies of the platform to labs.',
          'Use a separate domain for LABS_URL.',
        ),
      );
    findings.push(...(await checkName(context, site, site.hostname, 'PUBLIC_URL')));
    findings.push(...(await checkName(context, labs, `${anyLab}.${labs.hostname}`, 'LABS_URL')));
    return findings;
  },
};

async function checkName(context: DoctorContext, url: URL, host: string, setting: string): Promise<Finding[]> {
  if (!needsNoDns(host)) {
    try {
      await context.resolve(host);
    } catch (error) {
      const record = setting === 'LABS_URL' ? `a wildcard record *.${url.hostname}` : `a record for ${host}`;
      return [
        problem(
          `${host} has no address (${(error as NodeJS.ErrnoException).code ?? reasonOf(error)}).`,
          `Add ${record} at your DNS provider, or correct ${setting}.`,
        ),
      ];
    }
  }
  if (url.protocol !== 'https:') return [ok(`${host} has an address.`)];
  return [await checkCertificate(context, url, host, setting)];
}

async function checkCertificate(
  { ca, now, resolve }: DoctorContext,
  url: URL,
  host: string,
  setting: string,
): Promise<Finding> {
  const port = Number(url.port || 443);
  const wanted = setting === 'LABS_URL' ? `*.${url.hostname}` : host;
  try {
    const [address] = needsNoDns(host) ? [] : await resolve(host);
    const { error, endsAt } = await readCertificate(host, { port, ca, ...(address ? { address } : {}) });
    if (error)
      return problem(
        `The certificate of ${host} is not valid (${error}).`,
        `Get a certificate for ${wanted}, and install it in the proxy.`,
      );
    const days = Math.floor((endsAt.getTime() - now().getTime()) / 86_400_000);
    if (days < renewDays)
      return warning(`The certificate of ${host} ends in ${days} days.`, 'Check why it is not renewed.');
    return ok(`${host} has an address and a certificate for ${days} more days.`);
  } catch (error) {
    return problem(
      `${host} cannot be reached on port ${port} (${reasonOf(error)}).`,
      'Start the proxy, and open the port in the firewall.',
    );
  }
}
