import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, connect as openSocket, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clusterFolder } from '../../deploy/testing/find-helm.ts';
import { clusterTools } from './local-image.ts';

const run = promisify(execFile);
const maxBuffer = 64 * 1_048_576;
/** Address of this machine in the network of the pods. */
const gateway = '10.244.0.1';
const bridge = 'cni-test';

export interface Cluster {
  kubectl(...args: string[]): Promise<string>;
  /** As `kubectl`, with a manifest on standard input. @returns standard output and the warnings of the API server */
  apply(manifest: string, ...args: string[]): Promise<{ stdout: string; stderr: string }>;
  helm(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the Kubernetes of `shared/tools`, with kube-proxy, which makes its Services work, and imports an image. */
export async function startCluster(imageArchive: string): Promise<Cluster> {
  const folder = clusterFolder();
  const script = join(clusterTools, 'cluster');
  const program = (name: string) => join(folder, 'bin', name);
  if (!existsSync(program('kubelet'))) {
    throw new Error(`The cluster is not built. Run once, for about 15 minutes: ${script} build ${folder}`);
  }
  await buildKubeProxy(folder, program('kube-proxy'));
  const tool = (...args: string[]) => run(script, args, { maxBuffer });
  // Left by a run that was killed.
  if (existsSync(join(folder, 'run'))) await tool('down', folder);
  const { stdout } = await tool('up', folder);
  const kubeconfig = stdout.trim().split('\n').at(-1) ?? '';
  const kubectlArgs = ['--kubeconfig', kubeconfig];
  const env = { ...process.env, KUBECONFIG: kubeconfig, HELM_CACHE_HOME: join(folder, 'run/helm') };
  const proxy = await startKubeProxy(program('kube-proxy'), kubeconfig);
  await tool('load', folder, imageArchive);
  return {
    kubectl: async (...args) => (await run(program('kubectl'), [...kubectlArgs, ...args], { maxBuffer })).stdout.trim(),
    apply: (manifest, ...args) =>
      new Promise((resolve, reject) => {
        const command = [...kubectlArgs, 'apply', '--filename=-', ...args];
        const child = execFile(program('kubectl'), command, { maxBuffer }, (error, out, stderr) => {
          if (error) reject(error);
          else resolve({ stdout: out, stderr });
        });
        child.stdin?.end(manifest);
      }),
    helm: async (...args) => (await run(program('helm'), args, { env, maxBuffer })).stdout,
    stop: async () => {
      const ended = new Promise((resolve) => proxy.once('exit', resolve));
      proxy.kill('SIGTERM');
      await ended;
      await run(program('kube-proxy'), ['--cleanup']).catch(() => {});
      await tool('down', folder);
    },
  };
}

/** The cluster's tool builds everything but kube-proxy, which has the same sources. */
async function buildKubeProxy(folder: string, target: string): Promise<void> {
  if (existsSync(target)) return;
  const env = { ...process.env, GOFLAGS: '-mod=mod' };
  const cwd = join(folder, 'src/k8s');
  await run('go', ['build', '-o', target, 'k8s.io/kubernetes/cmd/kube-proxy'], { cwd, env, maxBuffer });
}

async function startKubeProxy(program: string, kubeconfig: string): Promise<ChildProcess> {
  const args = ['--kubeconfig', kubeconfig, '--hostname-override=localhost', '--cluster-cidr=10.244.0.0/24'];
  const addresses = ['--healthz-bind-address=127.0.0.1:10256', '--metrics-bind-address=127.0.0.1:10249'];
  const more = [
    '--conntrack-max-per-core=0',
    '--conntrack-tcp-timeout-established=0s',
    '--conntrack-tcp-timeout-close-wait=0s',
  ];
  const proxy = spawn(program, [...args, ...addresses, ...more], { stdio: 'ignore' });
  for (let tries = 0; proxy.exitCode === null && tries < 200; tries++) {
    if ((await fetch('http://127.0.0.1:10256/healthz').catch(() => null))?.ok) return proxy;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  proxy.kill('SIGKILL');
  throw new Error('kube-proxy did not start.');
}

/**
 * Makes a port of this machine reachable for the pods, and for nothing else.
 * @returns its address in the network of the pods, and a function that closes it
 */
export async function exposeToPods(port: number): Promise<{ host: string; port: number; close: () => void }> {
  // The first pod would create it. With the same name and address, the network plugin uses this one.
  await run('ip', ['link', 'add', bridge, 'type', 'bridge']).catch(() => {});
  await run('ip', ['addr', 'add', `${gateway}/24`, 'dev', bridge]).catch(() => {});
  await run('ip', ['link', 'set', bridge, 'up']);
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const server = openSocket(port, '127.0.0.1');
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve, reject) => {
    relay.once('error', reject);
    relay.listen(0, gateway, resolve);
  });
  const address = relay.address();
  return {
    host: gateway,
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => {
      relay.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
