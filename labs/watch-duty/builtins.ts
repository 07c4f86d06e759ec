import { complain, unescaped } from './command-helpers.ts';
import { FileError } from './files.ts';
import { Exit, MAX_VALUE_LENGTH, MAX_VALUES } from './shell.ts';
import type { Program } from './system.ts';

const echo: Program = ({ args, io }) => {
  let words = args.slice(1);
  let [end, escapes] = ['\n', false];
  while (/^-[neE]+$/.test(words[0] ?? '')) {
    if (words[0]?.includes('n')) end = '';
    if (words[0]?.includes('e')) escapes = true;
    words = words.slice(1);
  }
  const text = words.join(' ');
  io.out((escapes ? unescaped(text) : text) + end);
  return 0;
};

const cd: Program = (call) => {
  const { frame, args, engine } = call;
  const to = args[1] === '-' ? (frame.env.get('OLDPWD') ?? '') : (args[1] ?? frame.env.get('HOME') ?? '/');
  try {
    const { node, path } = engine.files.walk(to, frame.cwd, frame.creds);
    if (!node) throw new FileError('No such file or directory');
    if (node.kind !== 'dir') throw new FileError('Not a directory');
    if (!engine.files.may(node, frame.creds, 1)) throw new FileError('Permission denied');
    frame.env.set('OLDPWD', frame.cwd);
    frame.cwd = path;
    frame.env.set('PWD', path);
    return 0;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return complain(call, `${to}: ${error.message}`);
  }
};

const exportNames: Program = ({ args, frame, io }) => {
  for (const arg of args.slice(1)) {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(arg) ?? [];
    if (name && frame.env.size < MAX_VALUES) frame.env.set(name, (value ?? '').slice(0, MAX_VALUE_LENGTH));
  }
  if (args.length === 1) for (const [name, value] of frame.env) io.out(`declare -x ${name}="${value}"\n`);
  return 0;
};

const type: Program = (call) => {
  const { args, io, engine, frame } = call;
  let status = 0;
  const names = args.slice(1).filter((arg) => !arg.startsWith('-'));
  for (const name of names) {
    const file = engine.lookUp(name, frame);
    if (Object.hasOwn(builtins, name)) io.out(args[0] === 'type' ? `${name} is a shell builtin\n` : `${name}\n`);
    else if (file) io.out(args[0] === 'type' ? `${name} is ${file}\n` : `${file}\n`);
    else status = args[0] === 'type' ? complain(call, `${name}: not found`) : 1;
  }
  return status;
};

const help: Program = ({ io }) => {
  io.out(`This is a small shell on a small machine. It knows
  looking     ls find stat file cat head tail tac wc grep cut sort uniq strings base64 less
  changing    echo printf tee touch cp mv rm mkdir rmdir ln chmod chown chgrp
  people      id whoami groups who getent su sudo passwd
  machine     ps uname hostname date sleep env which getcap setcap crontab
  the shell   cd pwd export unset umask type history exit sh bash
It has pipes, ; && ||, > >> < 2> 2>&1, quotes, $variables, $(commands), * ? [] and scripts. It has no loops and no
editor: write files with echo, printf or tee. Each command takes a second; sleep takes the time that you give it.
`);
  return 0;
};

const umask: Program = ({ args, frame, io }) => {
  if (args[1] === undefined) io.out(`${frame.umask.toString(8).padStart(4, '0')}\n`);
  else if (/^[0-7]{1,4}$/.test(args[1])) frame.umask = Number.parseInt(args[1], 8) & 0o777;
  return 0;
};

/** Runs a file in the current shell. */
const source: Program = (call) => {
  const { frame, args, engine, io } = call;
  try {
    return engine.run(engine.files.read(args[1] ?? '', frame.cwd, frame.creds), frame, io, call.depth + 1);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return complain(call, `${args[1] ?? 'filename argument required'}: ${error.message}`);
  }
};

const test: Program = ({ args, frame, engine }) => {
  const words = args.slice(1).filter((word) => word !== ']');
  const [first = '', second = '', third = ''] = words;
  if (words.length === 3) {
    if (second === '=' || second === '==') return first === third ? 0 : 1;
    return second === '!=' && first !== third ? 0 : 1;
  }
  if (words.length < 2) return first ? 0 : 1;
  if (first === '-n') return second ? 0 : 1;
  if (first === '-z') return second ? 1 : 0;
  try {
    const node = engine.files.find(second, frame.cwd, frame.creds);
    const rights: Record<string, number> = { '-r': 4, '-w': 2, '-x': 1 };
    const right = rights[first];
    if (right) return engine.files.may(node, frame.creds, right) ? 0 : 1;
    if (first === '-f') return node.kind === 'file' ? 0 : 1;
    if (first === '-d') return node.kind === 'dir' ? 0 : 1;
    return first === '-e' ? 0 : 1;
  } catch {
    return 1;
  }
};

/** Builtin commands of the shell. */
export const builtins: Record<string, Program> = {
  echo,
  cd,
  help,
  umask,
  source,
  test,
  '.': source,
  '[': test,
  ':': () => 0,
  true: () => 0,
  false: () => 1,
  type,
  command: (call) => (call.args[1] === '-v' ? type(call) : call.engine.command({ ...call, args: call.args.slice(1) })),
  export: exportNames,
  unset: ({ args, frame }) => {
    for (const name of args.slice(1)) frame.env.delete(name);
    return 0;
  },
  pwd: ({ frame, io }) => {
    io.out(`${frame.cwd}\n`);
    return 0;
  },
  set: () => 0,
  exit: ({ args, frame }) => {
    throw new Exit(args[1] === undefined ? frame.status : Number(args[1]) & 255);
  },
  logout: ({ frame }) => {
    throw new Exit(frame.status);
  },
};
