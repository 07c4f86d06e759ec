import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, projectRoot } from './server.ts';

/** The shipped configuration files of nginx and Caddy, run on free ports of this machine. */

export const proxyNames = ['nginx', 'caddy'] as const;
export type ProxyName = (typeof proxyNames)[number];

/** The address that the client of the tests has. The proxy and the platform have others. */
export const clientAddress = '127.0.0.5';

export interface ReverseProxy {
  port: number;
  httpPort: number;
  /** The certificate of the proxy, which signs itself. */
  certificate: string;
  /** Sends a request to the proxy and returns the response. The host of the URL is the name in TLS and in the Host header. */
  fetch(url: string, init?: ProxyRequest): Promise<Response>;
  stop(): Promise<void>;
}

interface ProxyRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Returns whether the program is installed. */
export function isInstalled(name: ProxyName): boolean {
  try {
    execFileSync(name, [name === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts the proxy with its shipped configuration. Only the addresses to listen on, the address of the platform, and the paths
 * of the certificate are replaced.
 * @param folder an empty folder for its files
 */
export async function startReverseProxy(name: ProxyName, folder: string, platformPort: number): Promise<ReverseProxy> {
  const [port, httpPort, adminPort] = await Promise.all([freePort(), freePort(), freePort()]);
  createCertificate(folder);
  const replacements: [string | RegExp, string][] = [
    ['127.0.0.1:8080', `127.0.0.1:${platformPort}`],
    ['/etc/hexpedition/tls/', `${folder}/`],
  ];
  let child: ChildProcess;
  if (name === 'nginx') {
    const site = replaceEach('deploy/nginx/hexpedition.conf', [
      ...replacements,
      ['listen 80', `listen 127.0.0.1:${httpPort}`],
      ['listen 443', `listen 127.0.0.1:${port}`],
    ]);
    child = spawnProxy('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
      'hexpedition.conf': site,
      'nginx.conf': nginxConfiguration(folder),
    });
  } else {
    const file = replaceEach('deploy/caddy/Caddyfile', [
      ...replacements,
      ['http_port 80', `http_port ${httpPort}`],
      ['https_port 443', `https_port ${port}\n\tdefault_bind 127.0.0.1`],
      ['admin localhost:2019', `admin 127.0.0.1:${adminPort}`],
    ]);
    child = spawnProxy('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
      Caddyfile: file,
    });
  }

  function spawnProxy(program: string, args: string[], files: Record<string, string>): ChildProcess {
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
    return spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  }

  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const certificate = readFileSync(join(folder, 'fullchain.pem'), 'utf8');
  const proxy: ReverseProxy = {
    port,
    httpPort,
    certificate,
    fetch: (url, init) => send(new URL(url), { port, certificate }, init),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exit;
    },
  };
  const deadline = Date.now() + 30_000;
  while (!(await proxy.fetch('https://learn.example.org/healthz').catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}:\n${output}`);
    if (Date.now() > deadline) throw new Error(`${name} did not answer:\n${output}`);
    await sleep(50);
  }
  return proxy;
}

/** Replaces texts of a shipped file. @throws Error if one is not in the file */
function replaceEach(file: string, replacements: [string | RegExp, string][]): string {
  let text = readFileSync(join(projectRoot, file), 'utf8');
  for (const [from, to] of replacements) {
    if (text.search(from) < 0) throw new Error(`${file} does not contain ${from}.`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** The parts of Debian's nginx.conf that matter, with all files in the folder. */
function nginxConfiguration(folder: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => {
    mkdirSync(join(folder, kind));
    return `  ${kind}_temp_path ${folder}/${kind};`;
  });
  return `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
${paths.join('\n')}
  access_log ${folder}/access.log;
  gzip on;
  include ${folder}/hexpedition.conf;
}
`;
}

function createCertificate(folder: string): void {
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...[
        '-keyout',
        join(folder, 'privkey.pem'),
        '-out',
        join(folder, 'fullchain.pem'),
        '-subj',
        '/CN=learn.example.org',
      ],
      ...['-addext', 'subjectAltName=DNS:learn.example.org,DNS:*.labs.example.net'],
    ],
    { stdio: 'ignore' },
  );
}

function send(
  { host, hostname, pathname, search }: URL,
  { port, certificate }: { port: number; certificate: string },
  { method = 'GET', headers = {}, body }: ProxyRequest = {},
): Promise<Response> {
  const options: RequestOptions = {
    ...{ host: '127.0.0.1', port, localAddress: clientAddress, ca: certificate, servername: hostname, agent: false },
    ...{ method, path: pathname + search, headers: { host, ...headers } },
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const received = new Headers();
        for (let i = 0; i < incoming.rawHeaders.length; i += 2)
          received.append(incoming.rawHeaders[i] ?? '', incoming.rawHeaders[i + 1] ?? '');
        const status = incoming.statusCode ?? 0;
        const hasBody = status !== 204 && status !== 304;
        resolve(new Response(hasBody ? Buffer.concat(chunks) : null, { status, headers: received }));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
