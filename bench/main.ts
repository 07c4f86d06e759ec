// `npm run bench`: lists the benchmarks, or runs one. Child processes run this file again in a role.
import { endChildrenOnSignals } from './machine/children.ts';
import { UsageError } from './options.ts';

interface Benchmark {
  summary: string;
  load: () => Promise<{ run: (args: string[]) => Promise<void> }>;
}

const benchmarks: Record<string, Benchmark> = {
  pages: {
    summary: 'cached public pages compared with the same bytes from a bare Node server',
    load: () => import('./benchmarks/pages.ts'),
  },
  api: {
    summary:
      'public JSON compared with the same bytes from a bare server, and two calls with a bare Fastify that runs the same SQL',
    load: () => import('./benchmarks/api.ts'),
  },
  ctfd: {
    summary: 'pages and calls compared with a running CTFd (the folder as argument), or with its recorded figures',
    load: () => import('./benchmarks/ctfd.ts'),
  },
  leaderboard: {
    summary: 'leaderboards of 1,000, 100,000 and 1,000,000 learners, and the cost of adding a solve',
    load: () => import('./benchmarks/leaderboard.ts'),
  },
  metrics: {
    summary: 'statistics of 1,000,000 learners with 20,000,000 events, compared with table scans',
    load: () => import('./benchmarks/metrics.ts'),
  },
  search: {
    summary: 'search in 1,000 and in 10,000 lessons',
    load: () => import('./benchmarks/search.ts'),
  },
  webhooks: {
    summary: 'response time for a Paddle event, while the worker processes events and while it is blocked',
    load: () => import('./benchmarks/webhooks.ts'),
  },
  announcement: {
    summary: 'an announcement to 100,000 learners while the server is killed repeatedly: deliveries per learner',
    load: () => import('./benchmarks/announcement.ts'),
  },
  start: {
    summary: 'time from the start of the process to the first page; memory after the start and after load',
    load: () => import('./benchmarks/start.ts'),
  },
  soak: {
    summary: 'resident memory and open handles during minutes at half of the capacity (--minutes N)',
    load: () => import('./benchmarks/soak.ts'),
  },
  bundle: {
    summary: 'JavaScript of the first load of the map and of a lesson',
    load: () => import('./benchmarks/bundle.ts'),
  },
  map: {
    summary: 'the map of 500, 2,000 and 5,000 hexes in a browser, compared with React Flow',
    load: () => import('./benchmarks/map.ts'),
  },
  editor: {
    summary: 'painting in the map editor on maps of 500, 2,000 and 5,000 hexes, compared with dragging the same map',
    load: () => import('./benchmarks/editor.ts'),
  },
  publishing: {
    summary: 'publishing a changed lesson: the first after a start, and later ones',
    load: () => import('./benchmarks/publishing.ts'),
  },
  labs: {
    summary: 'start times of instances and workspaces, key echo, and memory of hundreds of idle ones',
    load: () => import('./benchmarks/labs.ts'),
  },
  gateway: {
    summary: 'requests to an instance through the gateway, compared with a direct connection',
    load: () => import('./benchmarks/gateway.ts'),
  },
  attacked: {
    summary: 'response times while learners attack the server from their workspaces',
    load: () => import('./benchmarks/attacked.ts'),
  },
  lighthouse: {
    summary: "Lighthouse's scores of five public pages on a phone",
    load: () => import('./benchmarks/lighthouse.ts'),
  },
};

const roles: Record<string, () => Promise<unknown>> = {
  generator: () => import('./roles/generator.ts'),
  'bare-page': () => import('./roles/bare-page.ts'),
  'bare-api': () => import('./roles/bare-api.ts'),
  'bare-webhook': () => import('./roles/bare-webhook.ts'),
  'mail-server': () => import('./roles/mail-server.ts'),
  'lab-gateway': () => import('./roles/lab-gateway.ts'),
  capture: () => import('./roles/capture.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
if (name === '--role') await roles[args[0] ?? '']?.();
else await runBenchmark(name, args);

async function runBenchmark(name: string, args: string[]): Promise<void> {
  const benchmark = benchmarks[name];
  if (!benchmark) {
    console.log(usage());
    process.exitCode = name === '' || name === '--help' ? 0 : 2;
    return;
  }
  endChildrenOnSignals();
  try {
    const { run } = await benchmark.load();
    await run(args);
  } catch (error) {
    if (process.exitCode === 130) return;
    console.error(error instanceof UsageError ? error.message : error);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

function usage(): string {
  const width = Math.max(...Object.keys(benchmarks).map((one) => one.length));
  return [
    'Usage: npm run bench -- <name> [--rounds N] [--seconds N] [--connections N]',
    ...Object.entries(benchmarks).map(([one, { summary }]) => `  ${one.padEnd(width)}  ${summary}`),
    'docs/benchmarks.md explains the figures.',
  ].join('\n');
}
