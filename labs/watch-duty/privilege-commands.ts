import { complain } from './command-helpers.ts';
import { FileError } from './files.ts';
import { fitsWildcard } from './match.ts';
import { Exit } from './shell.ts';
import type { Call, Frame, Program } from './system.ts';
import { credsOf, type User, userNamed, userOf, users } from './users.ts';

const SECURE_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Variables of a new login. */
export const loginEnv = ({ name, home, shell }: User): Map<string, string> =>
  new Map(
    Object.entries({
      HOME: home,
      USER: name,
      LOGNAME: name,
      SHELL: shell,
      PATH: SECURE_PATH,
      TERM: 'xterm',
      PWD: home,
    }),
  );

/** Runs text in a subshell, which `exit` ends. */
function inShell(text: string, frame: Frame, { engine, io, depth }: Call): number {
  try {
    return engine.run(text, frame, io, depth + 1);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    return error.status;
  }
}

/** `sh` and `bash`. Without -p they drop the effective user of a setuid file, as the real ones do. */
export const bash: Program = (call) => {
  const { frame, io, engine } = call;
  let args = call.args.slice(1);
  let [keep, command] = [false, false];
  while (/^-[a-z]+$/.test(args[0] ?? '')) {
    keep ||= args[0]?.includes('p') ?? false;
    command ||= args[0]?.includes('c') ?? false;
    args = args.slice(1);
  }
  const { creds } = frame;
  const own = keep ? creds : { ...creds, euid: creds.ruid, egid: creds.rgid, caps: '' };
  const child: Frame = { ...frame, creds: own, env: new Map(frame.env), status: 0, params: ['bash'] };
  if (command) return inShell(args[0] ?? '', { ...child, params: args.slice(1) }, call);
  const [file] = args;
  if (file !== undefined) {
    try {
      return inShell(engine.files.read(file, frame.cwd, own), { ...child, params: args }, call);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return complain(call, `${file}: ${error.message}`, 126);
    }
  }
  if (!io.terminal) return inShell(io.stdin, child, call);
  if (engine.shells.length >= 8) return complain(call, 'fork: Resource temporarily unavailable');
  engine.shells.push(child);
  return 0;
};

interface Rule {
  user: string;
  as: string[];
  commands: string[];
}

/** The sudo rules that need no password. Other rules have no effect, because no password is known. */
function rules({ engine }: Call): Rule[] {
  const root = credsOf(users[0] as User);
  const texts: string[] = [];
  try {
    texts.push(engine.files.read('/etc/sudoers', '/', root));
    for (const [name] of engine.files.list(engine.files.find('/etc/sudoers.d', '/', root), root)) {
      texts.push(engine.files.read(`/etc/sudoers.d/${name}`, '/', root));
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
  }
  return texts
    .join('\n')
    .split('\n')
    .flatMap((line) => {
      const [, user = '', as = '', list = ''] =
        /^([\w%-]+)\s+ALL\s*=\s*\(([\w, ]+)(?::[\w]+)?\)\s*NOPASSWD:\s*(.+)$/.exec(line.trim()) ?? [];
      return user ? [{ user, as: as.split(/\s*,\s*/), commands: list.split(/\s*,\s*/) }] : [];
    });
}

/**
 * Returns whether a command line matches a rule: the star matches everything after it, including blanks and slashes.
 */
function permits(rule: string, file: string, args: string[]): boolean {
  if (rule === 'ALL') return true;
  const [, command = '', expected = ''] = /^(\S+)\s*(.*)$/.exec(rule) ?? [];
  if (!fitsWildcard(command, file)) return false;
  if (expected === '') return true;
  return expected === '""' ? args.length === 0 : fitsWildcard(expected, args.join(' '));
}

const noPassword = (call: Call): number => {
  complain(
    call,
    'a terminal is required to read the password; either use the -S option to read from standard input or configure an askpass helper',
  );
  return complain(call, 'a password is required');
};

/** Answer to a user without a rule. A real sudo asks for the password first, and then prints the same. */
const mayNot = ({ io }: Call, text: string): number => {
  io.err(`${text}\n`);
  return 1;
};

export const sudo: Program = (call) => {
  const { frame, io, engine } = call;
  const { creds } = frame;
  if (creds.euid !== 0) return complain(call, '/usr/bin/sudo must be owned by uid 0 and have the setuid bit set');
  let [as, lists, shell] = ['root', false, false];
  const args = call.args.slice(1);
  while (args[0]?.startsWith('-')) {
    const option = args.shift() ?? '';
    if (option === '-u' || option === '--user') as = args.shift() ?? '';
    else if (option.startsWith('-u')) as = option.slice(2);
    else if (option.startsWith('--user=')) as = option.slice(7);
    else if (option === '-l' || option === '--list' || option === '-ll') lists = true;
    else if (option === '-i' || option === '-s') shell = true;
    else if (option === '--') break;
    else if (!['-n', '-S', '-k', '-E', '-H', '-nl', '-ln', '-b'].includes(option))
      return complain(call, `invalid option ${option}`);
    if (option === '-nl' || option === '-ln') lists = true;
  }
  // The real user counts, not the effective one of a setuid shell in between
  const me = userOf(creds.ruid);
  const mine =
    creds.ruid === 0
      ? [{ user: 'root', as: ['ALL'], commands: ['ALL'] }]
      : rules(call).filter(({ user }) => user === me);
  if (lists) {
    if (mine.length === 0) return mayNot(call, `Sorry, user ${me} may not run sudo on watch.`);
    const lines = mine.map((rule) => `    (${rule.as.join(', ')}) NOPASSWD: ${rule.commands.join(', ')}\n`);
    io.out(
      `Matching Defaults entries for ${me} on watch:\n    env_reset, secure_path=${SECURE_PATH.replaceAll(':', '\\:')}\n\nUser ${me} may run the following commands on watch:\n${lines.join('')}`,
    );
    return 0;
  }
  const user = userNamed(as.startsWith('#') ? userOf(Number(as.slice(1))) : as);
  if (!user) return complain(call, `unknown user ${as}`);
  const line = shell && args.length === 0 ? ['/bin/bash'] : args;
  if (line.length === 0) return complain(call, 'usage: sudo -l | sudo [-u user] command [arg …]');
  const env = loginEnv(user);
  const file = engine.lookUp(line[0] ?? '', frame, SECURE_PATH);
  if (!file) return complain(call, `${line[0]}: command not found`);
  const path = resolved(file, call);
  const allowed = mine.some(
    (rule) =>
      (rule.as.includes('ALL') || rule.as.includes(user.name)) &&
      rule.commands.some((command) => permits(command, path, line.slice(1))),
  );
  if (mine.length === 0) return mayNot(call, `${me} is not in the sudoers file.`);
  if (!allowed) return noPassword(call);
  env.set('SUDO_USER', me);
  env.set('PWD', frame.cwd);
  const child: Frame = { ...frame, creds: credsOf(user), env };
  return engine.exec(path, { ...call, args: [...line], frame: child });
};

/** Returns the path of a program with the links in its folders resolved: /bin/find is /usr/bin/find. */
function resolved(file: string, { engine, frame }: Call): string {
  try {
    return engine.files.walk(file, frame.cwd, credsOf(users[0] as User)).path;
  } catch {
    return file;
  }
}

export const su: Program = (call) => {
  const { creds } = call.frame;
  const rest = call.args.slice(1).filter((arg) => !['-', '-l', '-c', '--login'].includes(arg));
  const isCommand = call.args.includes('-c');
  const user = userNamed(rest[0] && (!isCommand || rest.length > 1) ? rest[0] : 'root');
  if (!user)
    return complain(call, `user ${rest[0]} does not exist or the user entry does not contain all the required fields`);
  if (creds.ruid !== 0) {
    call.io.out('Password: \n');
    return complain(call, 'Authentication failure');
  }
  const child: Frame = { ...call.frame, creds: credsOf(user), env: loginEnv(user) };
  return bash({ ...call, frame: child, args: isCommand ? ['bash', '-c', rest.at(-1) ?? ''] : ['bash'] });
};

export const env: Program = (call) => {
  const { args, frame, io, engine } = call;
  const variables = new Map(frame.env);
  let rest = args.slice(1);
  if (rest[0] === '-i' || rest[0] === '-') {
    variables.clear();
    rest = rest.slice(1);
  }
  while (/^[A-Za-z_]\w*=/.test(rest[0] ?? '')) {
    const [name = '', ...value] = (rest[0] ?? '').split('=');
    variables.set(name, value.join('='));
    rest = rest.slice(1);
  }
  if (rest.length === 0) {
    for (const [name, value] of variables) io.out(`${name}=${value}\n`);
    return 0;
  }
  const child = { ...frame, env: variables };
  const file = engine.lookUp(rest[0] ?? '', child);
  if (!file) return complain(call, `‘${rest[0]}’: No such file or directory`, 127);
  return engine.exec(file, { ...call, args: rest, frame: child });
};

/** Behaviour of `lampcheck.c`: becomes root completely, then runs a shell with the given environment. */
export const lampcheck: Program = (call) => {
  const { engine, frame, io } = call;
  const { creds } = frame;
  const { runs = 'date' } = engine.files.find('/usr/local/bin/lampcheck', '/', credsOf(users[0] as User));
  io.out('Lamp lit. Oil for nine nights. Checked: ');
  const root = creds.euid === 0 ? { ...creds, ruid: 0 } : creds;
  const child: Frame = { ...frame, creds: root };
  return engine.exec('/bin/sh', { ...call, args: ['sh', '-c', runs], frame: child });
};

export const which: Program = ({ args, frame, io, engine }) => {
  let status = 0;
  for (const name of args.slice(1)) {
    const file = engine.lookUp(name, frame);
    if (file) io.out(`${file}\n`);
    else status = 1;
  }
  return status;
};

export const crontab: Program = (call) =>
  call.args[1] === '-l' || call.args[1] === undefined
    ? complain(call, `no crontab for ${userOf(call.frame.creds.ruid)}`)
    : complain(call, 'personal crontabs are switched off; the machine has /etc/cron.d');
