import { complain, listDate } from './command-helpers.ts';
import { FileError, linksOf, modeFrom, modeText, type Node } from './files.ts';
import { fitsWildcard } from './match.ts';
import type { Call, Program } from './system.ts';
import { gidOf, groupOf, uidOf, userOf } from './users.ts';

interface Found {
  path: string;
  name: string;
  node: Node;
}
type Test = (found: Found) => boolean;

class FindError extends Error {}
class Quit extends Error {}

/** `find`: paths, then tests and actions for matches. */
export const find: Program = (call) => {
  const args = call.args.slice(1);
  const first = args.findIndex((arg) => /^[-!(]/.test(arg));
  const paths = args.slice(0, first < 0 ? undefined : first);
  try {
    const parser = new Parser(call, first < 0 ? [] : args.slice(first));
    const test = parser.parse();
    let status = 0;
    for (const path of paths.length > 0 ? paths : ['.']) status = Math.max(status, walk(path, test, parser, call));
    parser.finish();
    return status;
  } catch (error) {
    if (error instanceof Quit) return 0;
    if (!(error instanceof FindError)) throw error;
    return complain(call, error.message);
  }
};

function walk(start: string, test: Test, { most, least, depthFirst }: Parser, call: Call): number {
  const { engine, frame } = call;
  const { files } = engine;
  let status = 0;
  const visit = (path: string, name: string, node: Node, depth: number): void => {
    engine.spend();
    const inRange = depth >= least;
    if (inRange && !depthFirst) test({ path, name, node });
    if (node.kind === 'dir' && depth < most) {
      try {
        if (!files.may(node, frame.creds, 1)) throw new FileError('Permission denied');
        for (const [child, inner] of files.list(node, frame.creds)) {
          visit(`${path === '/' ? '' : path}/${child}`, child, inner, depth + 1);
        }
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        status = complain(call, `‘${path}’: ${error.message}`);
      }
    }
    if (inRange && depthFirst) test({ path, name, node });
  };
  try {
    const node = files.find(start, frame.cwd, frame.creds, false);
    visit(start, start.split('/').filter(Boolean).at(-1) ?? '/', node, 0);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return complain(call, `‘${start}’: ${error.message}`);
  }
  return status;
}

class Parser {
  most = 100;
  least = 0;
  depthFirst = false;
  private at = 0;
  private acts = false;
  private readonly call: Call;
  private readonly words: string[];
  /** Commands of `-exec … +`, which run once at the end. */
  private readonly later: { words: string[]; paths: string[] }[] = [];

  constructor(call: Call, words: string[]) {
    this.call = call;
    this.words = words;
  }

  parse(): Test {
    const test = this.words.length > 0 ? this.either() : () => true;
    if (this.at < this.words.length) throw new FindError(`paths must precede expression: \`${this.words[this.at]}'`);
    if (this.acts) return test;
    return (found) => test(found) && this.print(found.path);
  }

  finish(): void {
    for (const { words, paths } of this.later) if (paths.length > 0) this.run([...words, ...paths]);
  }

  private print(path: string): boolean {
    this.call.io.out(`${path}\n`);
    return true;
  }

  private run(args: string[]): boolean {
    const { engine, frame, depth } = this.call;
    const file = engine.lookUp(args[0] ?? '', frame);
    if (!file) {
      complain(this.call, `‘${args[0]}’: No such file or directory`);
      return false;
    }
    return engine.exec(file, { ...this.call, args, depth: depth + 1 }) === 0;
  }

  private either(): Test {
    let left = this.both();
    while (this.words[this.at] === '-o' || this.words[this.at] === '-or') {
      this.at++;
      const [a, b] = [left, this.both()];
      left = (found) => a(found) || b(found);
    }
    return left;
  }

  private both(): Test {
    let left = this.one();
    while (this.at < this.words.length && !['-o', '-or', ')'].includes(this.words[this.at] ?? '')) {
      if (this.words[this.at] === '-a' || this.words[this.at] === '-and') this.at++;
      const [a, b] = [left, this.one()];
      left = (found) => a(found) && b(found);
    }
    return left;
  }

  private one(): Test {
    const word = this.words[this.at++] ?? '';
    if (word === '!' || word === '-not') {
      const test = this.one();
      return (found) => !test(found);
    }
    if (word === '(') {
      const test = this.either();
      if (this.words[this.at++] !== ')')
        throw new FindError("invalid expression; I was expecting to find a ')' somewhere");
      return test;
    }
    const plain = this.plain(word);
    if (plain) return plain;
    if (word === '-exec' || word === '-execdir' || word === '-ok') return this.exec(word);
    const value = this.words[this.at++];
    if (value === undefined) throw new FindError(`missing argument to \`${word}'`);
    return this.valued(word, value);
  }

  /** Tests and actions without an argument. */
  private plain(word: string): Test | undefined {
    const { files } = this.call.engine;
    const { creds, cwd } = this.call.frame;
    const may =
      (right: number): Test =>
      ({ node }) =>
        files.may(node, creds, right);
    switch (word) {
      case '-xdev':
      case '-mount':
      case '-noleaf':
      case '-true':
        return () => true;
      case '-depth':
        this.depthFirst = true;
        return () => true;
      case '-readable':
        return may(4);
      case '-writable':
        return may(2);
      case '-executable':
        return may(1);
      case '-empty':
        return ({ node }) => (node.kind === 'dir' ? node.children.size === 0 : node.content === '');
      case '-nouser':
      case '-nogroup':
        return () => false;
    }
    if (!['-print', '-ls', '-delete', '-quit', '-prune', '-print0'].includes(word)) return undefined;
    if (word !== '-prune') this.acts = true;
    switch (word) {
      case '-ls':
        return ({ path, node }) => {
          const link = node.kind === 'link' ? ` -> ${node.content}` : '';
          const bytes = node.kind === 'dir' ? 4096 : Buffer.byteLength(node.content);
          return this.print(
            `${modeText(node)} ${linksOf(node)} ${userOf(node.uid).padEnd(6)} ${groupOf(node.gid).padEnd(8)} ${String(bytes).padStart(6)} ${listDate(node.changed)} ${path}${link}`,
          );
        };
      case '-delete':
        this.depthFirst = true;
        return ({ path }) => {
          try {
            const { parent, name, node } = files.walk(path, cwd, creds, false);
            if (node && node.children.size > 0) throw new FileError('Directory not empty');
            files.leave(parent, name, creds);
            if (node) files.forget(node);
            return true;
          } catch (error) {
            if (!(error instanceof FileError)) throw error;
            complain(this.call, `cannot delete ‘${path}’: ${error.message}`);
            return false;
          }
        };
      case '-quit':
        return () => {
          throw new Quit();
        };
      case '-prune':
        return () => true;
      default:
        return ({ path }) => this.print(path);
    }
  }

  private exec(word: string): Test {
    const end = this.words.findIndex(
      (one, i) => i >= this.at && (one === ';' || (one === '+' && this.words[i - 1] === '{}')),
    );
    if (end < 0) throw new FindError(`missing argument to \`${word}'`);
    const words = this.words.slice(this.at, end);
    this.at = end + 1;
    this.acts = true;
    if (words.length === 0) throw new FindError(`invalid argument \`;' to \`${word}'`);
    if (this.words[end] === ';') return ({ path }) => this.run(words.map((one) => one.replaceAll('{}', path)));
    const job = { words: words.slice(0, -1), paths: [] as string[] };
    this.later.push(job);
    return ({ path }) => {
      job.paths.push(path);
      return true;
    };
  }

  private valued(word: string, value: string): Test {
    switch (word) {
      case '-name':
        return ({ name }) => fitsWildcard(value, name);
      case '-iname':
        return ({ name }) => fitsWildcard(value.toLowerCase(), name.toLowerCase());
      case '-path':
      case '-wholename':
        return ({ path }) => fitsWildcard(value, path);
      case '-type': {
        const kinds = value.split(',').map((letter) => ({ f: 'file', d: 'dir', l: 'link' })[letter]);
        return ({ node }) => kinds.includes(node.kind);
      }
      case '-maxdepth':
      case '-mindepth':
        if (!/^\d{1,3}$/.test(value)) throw new FindError(`Expected a positive decimal integer argument to ${word}`);
        if (word === '-maxdepth') this.most = Number(value);
        else this.least = Number(value);
        return () => true;
      case '-user': {
        const uid = uidOf(value);
        if (uid === undefined) throw new FindError(`‘${value}’ is not the name of a known user`);
        return ({ node }) => node.uid === uid;
      }
      case '-group': {
        const gid = gidOf(value);
        if (gid === undefined) throw new FindError(`‘${value}’ is not the name of an existing group`);
        return ({ node }) => node.gid === gid;
      }
      case '-perm':
        return this.perm(value);
    }
    throw new FindError(`unknown predicate \`${word}'`);
  }

  /** `755` is exactly this mode, `-4000` all of these bits, `/6000` any of them. */
  private perm(value: string): Test {
    const how = /^[-/]/.exec(value)?.[0] ?? '';
    const bits = modeFrom(value.slice(how.length), 0, false, 0);
    if (bits === undefined) throw new FindError(`invalid mode ‘${value}’`);
    return ({ node }) => {
      // Links have all permission bits, and no special ones
      if (how === '-') return (node.mode & bits) === bits;
      if (how === '/') return bits === 0 || (node.mode & bits) !== 0;
      return node.mode === bits;
    };
  }
}
