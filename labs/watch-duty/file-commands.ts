import { complain, forEachPath, options } from './command-helpers.ts';
import { FileError, modeFrom, type Node, SETGID, SETUID } from './files.ts';
import type { Call, Program } from './system.ts';
import { gidOf, uidOf } from './users.ts';

const touchOne = ({ engine, frame }: Call, path: string): void => {
  const { node } = engine.files.walk(path, frame.cwd, frame.creds);
  if (!node) engine.files.write(path, frame.cwd, frame.creds, frame.umask, '', false);
  else if (engine.files.may(node, frame.creds, 2)) node.changed = engine.now();
  else throw new FileError('Permission denied');
};

export const touch: Program = (call) => {
  const given = options(call, 'acm');
  return given ? forEachPath(call, given.rest, (path) => touchOne(call, path), 'cannot touch') : 1;
};

export const mkdir: Program = (call) => {
  const given = options(call, 'pv');
  if (!given) return 1;
  const { files } = call.engine;
  const { creds, cwd, umask } = call.frame;
  const make = (path: string): void => {
    const { parent, name, node } = files.walk(path, cwd, creds);
    if (node && given.flags.has('p') && node.kind === 'dir') return;
    files.enter(parent, node ? '' : name, creds, () => files.make('dir', 0o777 & ~umask, creds.euid, creds.egid));
  };
  return forEachPath(
    call,
    given.rest,
    (path) => {
      const bare = path.replace(/\/+$/, '') || '/';
      const parts = bare.split('/');
      if (given.flags.has('p'))
        for (let i = 1; i < parts.length; i++) if (parts[i - 1]) make(parts.slice(0, i).join('/') || '/');
      make(bare);
    },
    'cannot create directory',
  );
};

export const rm: Program = (call) => {
  const given = options(call, 'rRfvd');
  if (!given) return 1;
  const { files } = call.engine;
  const { creds, cwd } = call.frame;
  const deep = given.flags.has('r') || given.flags.has('R');
  const remove = (parent: Node, name: string, node: Node): void => {
    call.engine.spend();
    if (node.kind === 'dir' && !deep) throw new FileError('Is a directory');
    if (node.children.size > 0) for (const [inner, child] of files.list(node, creds)) remove(node, inner, child);
    files.leave(parent, name, creds);
    files.forget({ ...node, children: new Map() });
  };
  return forEachPath(
    call,
    given.rest,
    (path) => {
      const { parent, name, node } = files.walk(path.replace(/\/+$/, '') || '/', cwd, creds, false);
      if (!node && given.flags.has('f')) return;
      if (!node) throw new FileError('No such file or directory');
      if (node === files.root) throw new FileError('it is dangerous to operate recursively on the whole machine');
      remove(parent, name, node);
    },
    'cannot remove',
  );
};

export const rmdir: Program = (call) => {
  const { engine, frame, args } = call;
  return forEachPath(
    call,
    args.slice(1),
    (path) => {
      const { parent, name, node } = engine.files.walk(path.replace(/\/+$/, ''), frame.cwd, frame.creds, false);
      if (node && node.kind !== 'dir') throw new FileError('Not a directory');
      if (node && node.children.size > 0) throw new FileError('Directory not empty');
      engine.files.leave(parent, name, frame.creds);
      if (node) engine.files.forget(node);
    },
    'failed to remove',
  );
};

/** Returns the target of a file: in a folder under its own name, or the given name. */
function target(call: Call, from: string, to: string) {
  const { engine, frame } = call;
  const place = engine.files.walk(to, frame.cwd, frame.creds);
  if (place.node?.kind !== 'dir') return { ...place, to };
  const inside = `${to.replace(/\/+$/, '')}/${from.split('/').filter(Boolean).at(-1) ?? ''}`;
  return { ...engine.files.walk(inside, frame.cwd, frame.creds), to: inside };
}

export const cp: Program = (call) => {
  const given = options(call, 'rRpafivT');
  if (!given) return 1;
  const { files } = call.engine;
  const { creds, cwd, umask } = call.frame;
  const to = given.rest.at(-1);
  if (to === undefined || given.rest.length < 2)
    return complain(call, `missing destination file operand after '${to ?? ''}'`);
  const deep = given.flags.has('r') || given.flags.has('R') || given.flags.has('a');
  const copy = (from: string, dest: string): void => {
    call.engine.spend();
    const node = files.find(from, cwd, creds);
    const place = target(call, from, dest);
    if (node.kind === 'dir') {
      if (!deep) throw new FileError('-r not specified; omitting directory');
      if (place.path === '/' || files.absolute(place.path, '/').startsWith(`${files.absolute(from, cwd)}/`)) {
        throw new FileError('cannot copy a directory into itself');
      }
      files.enter(place.parent, place.name, creds, () =>
        files.make('dir', node.mode & 0o777 & ~umask, creds.euid, creds.egid),
      );
      for (const [name] of files.list(node, creds)) copy(`${from}/${name}`, `${place.path}/${name}`);
      return;
    }
    const { program, runs } = node;
    const content = files.read(from, cwd, creds);
    if (place.node === node) throw new FileError('are the same file');
    const written = files.write(place.to, cwd, creds, umask, content, false);
    if (written.program === 'null') return;
    Object.assign(written, { program: program === 'null' ? undefined : program, runs });
    const keeps = given.flags.has('p') || given.flags.has('a');
    // A copy belongs to the user who makes it, and keeps no special bits of other owners
    if (!place.node) written.mode = node.mode & 0o777 & (keeps ? 0o777 : ~umask);
    if (keeps && creds.euid === 0) Object.assign(written, { uid: node.uid, gid: node.gid, mode: node.mode });
  };
  return forEachPath(call, given.rest.slice(0, -1), (from) => copy(from, to), 'cannot copy');
};

export const mv: Program = (call) => {
  const given = options(call, 'fivnT');
  if (!given) return 1;
  const { files } = call.engine;
  const { creds, cwd } = call.frame;
  const to = given.rest.at(-1);
  if (to === undefined || given.rest.length < 2)
    return complain(call, `missing destination file operand after '${to ?? ''}'`);
  return forEachPath(
    call,
    given.rest.slice(0, -1),
    (from) => {
      const source = files.walk(from.replace(/\/+$/, ''), cwd, creds, false);
      if (!source.node || source.node === files.root) throw new FileError('No such file or directory');
      const { node } = source;
      const place = target(call, from, to);
      if (place.node === node) return;
      if (place.path.startsWith(`${source.path}/`)) throw new FileError('cannot move to a subdirectory of itself');
      if (place.node?.kind === 'dir') throw new FileError('Is a directory');
      if (!files.may(source.parent, creds, 2)) throw new FileError('Permission denied');
      if (place.node) {
        files.leave(place.parent, place.name, creds);
        files.forget(place.node);
      }
      files.enter(place.parent, place.name, creds, () => node, false);
      try {
        files.leave(source.parent, source.name, creds);
      } catch (error) {
        place.parent.children.delete(place.name);
        throw error;
      }
    },
    'cannot move',
  );
};

export const ln: Program = (call) => {
  const given = options(call, 'sf');
  if (!given) return 1;
  const { files } = call.engine;
  const { creds, cwd } = call.frame;
  const [to, at = to?.split('/').at(-1) ?? ''] = given.rest;
  if (to === undefined) return complain(call, 'missing file operand');
  if (!given.flags.has('s')) return complain(call, 'this file system knows only symbolic links (-s)');
  return forEachPath(
    call,
    [at],
    (path) => {
      const place = files.walk(path, cwd, creds, false);
      const inside =
        place.node?.kind === 'dir' ? files.walk(`${path}/${to.split('/').at(-1)}`, cwd, creds, false) : place;
      if (inside.node && given.flags.has('f')) files.leave(inside.parent, inside.name, creds);
      else if (inside.node) throw new FileError('File exists');
      files.enter(inside.parent, inside.name, creds, () =>
        files.make('link', 0o777, creds.euid, creds.egid, to.slice(0, 500)),
      );
    },
    'failed to create symbolic link',
  );
};

/** Applies a change to paths, and below them with -R. */
function changeEach(call: Call, paths: string[], deep: boolean, change: (node: Node) => void, verb: string): number {
  const { engine, frame } = call;
  const go = (path: string, node: Node): void => {
    engine.spend();
    change(node);
    if (!deep || node.kind !== 'dir') return;
    for (const [name, child] of engine.files.list(node, frame.creds))
      if (child.kind !== 'link') go(`${path}/${name}`, child);
  };
  return forEachPath(call, paths, (path) => go(path, engine.files.find(path, frame.cwd, frame.creds)), verb);
}

export const chmod: Program = (call) => {
  const args = call.args.slice(1);
  // A mode may begin with a hyphen, as in -w
  const deep = args.some((arg) => arg === '-R');
  const [mode, ...paths] = args.filter((arg) => !['-R', '-v', '-c', '--'].includes(arg));
  if (mode === undefined || paths.length === 0) return complain(call, 'missing operand');
  if (modeFrom(mode, 0, false, 0) === undefined) return complain(call, `invalid mode: ‘${mode}’`);
  const { engine, frame } = call;
  return changeEach(
    call,
    paths,
    deep,
    (node) => {
      const bits = modeFrom(mode, node.mode, node.kind === 'dir', frame.umask) ?? node.mode;
      // A folder keeps its special bits if the mode has three digits
      const kept = node.kind === 'dir' && /^[0-7]{1,3}$/.test(mode) ? node.mode & (SETUID | SETGID) : 0;
      engine.files.chmod(node, bits | kept, frame.creds);
    },
    'changing permissions of',
  );
};

const changeOwner =
  (isGroup: boolean): Program =>
  (call) => {
    const given = options(call, 'Rvhc');
    if (!given) return 1;
    const [whom = '', ...paths] = given.rest;
    if (paths.length === 0) return complain(call, 'missing operand');
    const [user = '', group] = isGroup ? ['', whom] : whom.split(/[:.]/);
    const uid = user === '' ? undefined : uidOf(user);
    const gid = group === undefined || group === '' ? undefined : gidOf(group);
    if (user !== '' && uid === undefined) return complain(call, `invalid user: ‘${user}’`);
    if (group && gid === undefined) return complain(call, `invalid group: ‘${group}’`);
    const { engine, frame } = call;
    const change = (node: Node) => engine.files.chown(node, uid ?? node.uid, gid ?? node.gid, frame.creds);
    return changeEach(
      call,
      paths,
      given.flags.has('R'),
      change,
      isGroup ? 'changing group of' : 'changing ownership of',
    );
  };
export const chown = changeOwner(false);
export const chgrp = changeOwner(true);
