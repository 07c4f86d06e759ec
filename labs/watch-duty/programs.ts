import { complain } from './command-helpers.ts';
import { chgrp, chmod, chown, cp, ln, mkdir, mv, rm, rmdir, touch } from './file-commands.ts';
import { find } from './find.ts';
import { file, getcap, ls, stat } from './list-commands.ts';
import { date, getent, groupsProgram, hostname, id, ps, sleep, uname, who, whoami } from './people.ts';
import { bash, crontab, env, lampcheck, su, sudo, which } from './privilege-commands.ts';
import type { Program } from './system.ts';
import { base64, cat, cut, grep, head, printf, sort, strings, tac, tail, tee, uniq, wc } from './text-commands.ts';

const refuses =
  (text: string): Program =>
  (call) =>
    complain(call, text);

/** The programs of the machine. */
export const programs: Record<string, Program> = {
  ls,
  stat,
  find,
  file,
  getcap,
  cat,
  less: cat,
  more: cat,
  head,
  tail,
  tac,
  wc,
  grep,
  cut,
  sort,
  uniq,
  strings,
  base64,
  printf,
  tee,
  touch,
  cp,
  mv,
  rm,
  mkdir,
  rmdir,
  ln,
  chmod,
  chown,
  chgrp,
  id,
  whoami,
  groups: groupsProgram,
  who,
  getent,
  ps,
  date,
  sleep,
  uname,
  hostname,
  env,
  which,
  crontab,
  sh: bash,
  bash,
  sudo,
  su,
  lampcheck,
  passwd: refuses('Authentication token manipulation error'),
  mount: refuses('only root can do that'),
  ping: refuses('connect: Network is unreachable'),
  setcap: refuses('unable to set CAP_SETFCAP effective capability: Operation not permitted'),
  clear: () => 0,
  true: () => 0,
  false: () => 1,
};
