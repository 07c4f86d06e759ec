import { complain, formatDate, options } from './command-helpers.ts';
import type { Program } from './system.ts';
import { credsOf, groupOf, groups, groupsOf, userNamed, userOf, users } from './users.ts';

export const id: Program = (call) => {
  const given = options(call, 'unGgr');
  if (!given) return 1;
  const { flags, rest } = given;
  const user = rest[0] === undefined ? undefined : userNamed(rest[0]);
  if (rest[0] !== undefined && !user) return complain(call, `‘${rest[0]}’: no such user`);
  const { ruid, euid, rgid, egid, groups: all } = user ? credsOf(user) : call.frame.creds;
  const name = flags.has('n');
  const { io } = call;
  const list = [...new Set([egid, ...all])];
  if (flags.has('u')) io.out(`${name ? userOf(flags.has('r') ? ruid : euid) : flags.has('r') ? ruid : euid}\n`);
  else if (flags.has('g')) io.out(`${name ? groupOf(egid) : egid}\n`);
  else if (flags.has('G')) io.out(`${list.map((gid) => (name ? groupOf(gid) : gid)).join(' ')}\n`);
  else {
    const effective = `${euid === ruid ? '' : ` euid=${euid}(${userOf(euid)})`}${egid === rgid ? '' : ` egid=${egid}(${groupOf(egid)})`}`;
    io.out(
      `uid=${ruid}(${userOf(ruid)}) gid=${rgid}(${groupOf(rgid)})${effective} groups=${list.map((gid) => `${gid}(${groupOf(gid)})`).join(',')}\n`,
    );
  }
  return 0;
};

export const whoami: Program = ({ frame, io }) => {
  io.out(`${userOf(frame.creds.euid)}\n`);
  return 0;
};

export const groupsProgram: Program = (call) => {
  const { args, frame, io } = call;
  const user = args[1] === undefined ? undefined : userNamed(args[1]);
  if (args[1] !== undefined && !user) return complain(call, `‘${args[1]}’: no such user`);
  const list = user ? groupsOf(user) : [...new Set([frame.creds.egid, ...frame.creds.groups])];
  io.out(`${user ? `${user.name} : ` : ''}${list.map(groupOf).join(' ')}\n`);
  return 0;
};

export const who: Program = ({ io, engine }) => {
  io.out(`nell     tty1         ${formatDate(engine.now(), '%F')} 00:02\n`);
  return 0;
};

export const getent: Program = (call) => {
  const [, base, key] = call.args;
  const lines =
    base === 'passwd'
      ? users.map(({ name, uid, gid, gecos, home, shell }) => `${name}:x:${uid}:${gid}:${gecos}:${home}:${shell}`)
      : base === 'group'
        ? groups.map(({ name, gid, members }) => `${name}:x:${gid}:${members.join(',')}`)
        : undefined;
  if (!lines) return complain(call, `Unknown database: ${base ?? ''}`);
  const chosen = lines.filter((line) => key === undefined || line.startsWith(`${key}:`));
  call.io.out(chosen.map((line) => `${line}\n`).join(''));
  return chosen.length > 0 ? 0 : 2;
};

export const ps: Program = ({ io, engine }) => {
  const rows = [
    ['root', 1, '/sbin/init'],
    ['root', 212, '/usr/sbin/cron -f'],
    ['root', 240, '/usr/local/sbin/lampd --lit'],
    ['nell', 4711, '-bash'],
    ...engine.shells.slice(1).map(({ creds }, i) => [userOf(creds.euid), 4720 + i, 'bash'] as const),
  ] as const;
  io.out(
    `USER       PID COMMAND\n${rows.map(([user, pid, what]) => `${user.padEnd(8)} ${String(pid).padStart(5)} ${what}\n`).join('')}`,
  );
  return 0;
};

export const date: Program = ({ args, io, engine }) => {
  const format = args.find((arg) => arg.startsWith('+'));
  io.out(`${formatDate(engine.now(), format ? format.slice(1) : '%a %b %d %T %Z %Y')}\n`);
  return 0;
};

export const sleep: Program = (call) => {
  const seconds = /^(\d{1,4})(s|m)?$/.exec(call.args[1] ?? '');
  if (!seconds) return complain(call, `invalid time interval ‘${call.args[1] ?? ''}’`);
  call.engine.sleep(Math.min(600, Number(seconds[1]) * (seconds[2] === 'm' ? 60 : 1)));
  return 0;
};

export const uname: Program = ({ args, io }) => {
  io.out(
    args[1] === '-a'
      ? 'Linux watch 6.1.0-watch #1 SMP x86_64 GNU/Linux\n'
      : args[1] === '-n'
        ? 'watch\n'
        : args[1] === '-r'
          ? '6.1.0-watch\n'
          : 'Linux\n',
  );
  return 0;
};

export const hostname: Program = ({ io }) => {
  io.out('watch\n');
  return 0;
};
