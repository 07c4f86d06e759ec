import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Check, type DoctorContext, type Finding, ok, problem, reasonOf, warning } from '../check.ts';

interface Reply {
  status: number;
  text: string;
}

/** Calls the platform at its public address, as browsers do. */
export const proxyCheck: Check = {
  name: 'Address',
  async run(context) {
    const { publicUrl } = context.config;
    let probe: Reply;
    try {
      probe = await call(context, '/healthz');
    } catch (error) {
      return [
        warning(
          `${publicUrl} does not answer (${reasonOf(error)}).`,
          'Start the platform and the proxy, and run the doctor again.',
        ),
      ];
    }
    if (probe.status !== 200 || !/"status"/.test(probe.text))
      return [
        problem(
          `${publicUrl}/healthz answers ${probe.status}, and not as the platform.`,
          'Let the proxy forward all paths to the platform, at HOST and PORT.',
        ),
      ];
    const page = await call(context, '/api/config/features2').catch((error: unknown) => ({
      status: 0,
      text: reasonOf(error),
    }));
    if (page.status === 421) {
      return [
        problem(
          'The proxy does not pass on the Host header: the platform answers 421.',
          'nginx: proxy_set_header Host $host; and reload it. PUBLIC_URL must be the address in the browser.',
        ),
      ];
    }
    return [ok(`${publicUrl} reaches the platform.`), await checkWebSocket(context)];
  },
};

async function checkWebSocket(context: DoctorContext): Promise<Finding> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    origin: context.config.publicUrl,
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  };
  const { status } = await call(context, '/api/lab/terminal', headers).catch(() => ({ status: 0 }));
  // The platform also answers an upgrade with 503 when many connections wait.
  if (status === 101 || status === 503) return ok('WebSockets reach the platform.');
  return problem(
    `The proxy does not pass on WebSockets (${status || 'no answer'}), so terminals of labs do not open.`,
    'nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;',
  );
}

async function call(
  { config, ca, resolve }: DoctorContext,
  path: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const url = new URL(path, config.publicUrl);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  // The same resolution as in the check of names.
  const isName = !/^(\[.*\]|[\d.]+|localhost)$/.test(url.hostname);
  const host = isName ? ((await resolve(url.hostname))[0] ?? url.hostname) : url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((done, fail) => {
    const options = {
      ...{
        host,
        port: url.port || undefined,
        path,
        servername: url.hostname,
        timeout: 10_000,
        rejectUnauthorized: false,
      },
      ...{ headers: { host: url.host, ...headers }, ...(ca ? { ca } : {}) },
    };
    const sent = request(options);
    sent.on('response', (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text = (text + part).slice(0, 10_000);
      });
      response.on('end', () => done({ status: response.statusCode ?? 0, text }));
      response.on('error', fail);
    });
    sent.on('upgrade', (response: IncomingMessage, socket) => {
      socket.destroy();
      done({ status: response.statusCode ?? 0, text: '' });
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer within 10 s')));
    sent.on('error', fail);
    sent.end();
  });
}
