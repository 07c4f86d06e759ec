import { randomInt } from 'node:crypto';
import { Engine, Killed } from './engine.ts';
import { FileError, Files } from './files.ts';
import { loginEnv } from './privilege-commands.ts';
import { setUp } from './setup.ts';
import { Exit } from './shell.ts';
import type { Frame, Io } from './system.ts';
import { credsOf, type User, userNamed, userOf, users } from './users.ts';

const MINUTE = 60_000;
const ROOT = users[0] as User;
const NELL = userNamed('nell') as User;

/** Simulated time of the machine. It only passes when a command takes time. */
let now = Date.UTC(2026, 9, 14, 2, 41, 10 + randomInt(30));
let inCron = false;

function logIn(): void {
  engine.shells.length = 0;
  engine.shells.push(frameOf(NELL));
}

const frameOf = (user: User): Frame => ({
  creds: credsOf(user),
  env: loginEnv(user),
  cwd: user.home,
  umask: 0o022,
  status: 0,
  params: ['bash'],
});

const files = new Files(() => now);
const engine = new Engine(files, () => now, sleep);
setUp(files);
logIn();

function sleep(seconds: number): void {
  const end = now + seconds * 1000;
  while (!inCron && Math.floor(now / MINUTE) < Math.floor(end / MINUTE)) {
    now = (Math.floor(now / MINUTE) + 1) * MINUTE;
    cron();
  }
  now = Math.max(now, end);
}

/** Returns whether a field of a crontab matches: a star, a number, steps. */
const fits = (field: string, number: number): boolean => {
  const step = /^\*\/(\d+)$/.exec(field)?.[1];
  return (
    field === '*' ||
    field.split(',').some((one) => Number(one) === number) ||
    (step !== undefined && number % Number(step) === 0)
  );
};

/** Runs the jobs of this minute, each as the user of its line. */
function cron(): void {
  inCron = true;
  const date = new Date(now);
  try {
    const root = credsOf(ROOT);
    for (const [name] of files.list(files.find('/etc/cron.d', '/', root), root)) {
      let path = '/usr/bin:/bin';
      for (const line of files.read(`/etc/cron.d/${name}`, '/', root).split('\n')) {
        path = /^PATH=(.*)$/.exec(line)?.[1] ?? path;
        const [minute = '', hour = '', day = '', month = '', weekday = '', who = '', ...command] = line
          .trim()
          .split(/\s+/);
        const user = line.startsWith('#') ? undefined : userNamed(who);
        const due =
          fits(minute, date.getUTCMinutes()) &&
          fits(hour, date.getUTCHours()) &&
          fits(day, date.getUTCDate()) &&
          fits(month, date.getUTCMonth() + 1) &&
          fits(weekday, date.getUTCDay());
        if (user && due) runJob(user, path, command.join(' '));
      }
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
  } finally {
    inCron = false;
  }
}

/** The output of a job would be sent by mail, which the machine does not have. */
function runJob(user: User, path: string, command: string): void {
  const frame = frameOf(user);
  frame.env.set('PATH', path);
  const io: Io = { stdin: '', out: () => {}, err: () => {}, terminal: false };
  try {
    engine.exec('/bin/sh', { args: ['sh', '-c', command], frame, io, engine, depth: 1 });
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
  }
}

export const prompt = (): string => {
  const { creds, cwd, env } = shell();
  const home = env.get('HOME') ?? '/';
  const where = cwd === home || cwd.startsWith(`${home}/`) ? `~${cwd.slice(home.length)}` : cwd;
  return `${userOf(creds.euid)}@watch:${where}${creds.euid === 0 ? '#' : '$'}`;
};

const shell = (): Frame => engine.shells.at(-1) ?? frameOf(NELL);

const MAX_LENGTH = 48 * 1024;
const past: string[] = [];

/** Runs a line of input. Returns the output. */
export function type(line: string): string {
  let screen = '';
  const show = (text: string) => {
    if (screen.length < MAX_LENGTH) screen += text;
  };
  past.push(line.slice(0, 200));
  if (past.length > 50) past.shift();
  if (line.trim() === 'history') return past.map((one, i) => `${String(i + 1).padStart(4)}  ${one}\n`).join('');
  engine.begin();
  try {
    engine.run(line, shell(), { stdin: '', out: show, err: show, terminal: true }, 0);
    sleep(1);
  } catch (error) {
    if (error instanceof Exit) leave(show);
    else if (error instanceof Killed || error instanceof RangeError) show('Killed\n');
    else if (error instanceof FileError) show(`bash: ${error.message}\n`);
    else throw error;
  }
  return screen.length < MAX_LENGTH ? screen : `${screen.slice(0, MAX_LENGTH)}\n[the screen is full]\n`;
}

function leave(show: (text: string) => void): void {
  show('exit\n');
  engine.shells.pop();
  if (engine.shells.length > 0) return;
  logIn();
  show('logout\n\nwatch login: nell (automatically)\n');
}
