import type { Drill } from '../drill.ts';
import { normalizePaths } from '../lists.ts';
import { bitsFor, line, mara, maraId, type Owned, owned, whyWritable } from '../material/file-owners.ts';
import { inOrder, normalizeExact, normalizeWords } from '../normalize-answer.ts';
import { symbolic } from './permissions.ts';

const birds = ['gannet', 'petrel', 'curlew', 'tern', 'plover', 'dunlin', 'heron', 'fulmar', 'skua', 'eider', 'knot'];
const tools = ['tide', 'gauge', 'fog', 'lamp', 'pack', 'berths'];

interface User {
  name: string;
  uid: number;
  gid: number;
}

export const linuxUserDrills = {
  'user-reads': {
    form: 'the names, separated by spaces',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeWords,
    make: (random) => {
      const names = random.some(birds, 7);
      const users: User[] = names.map((name, i) => ({ name, uid: 1000 + i, gid: 1000 + i }));
      const [boss, twin, model, crew] = random.some(users, 4) as [User, User, User, User];
      if (random.int(0, 2) > 0) boss.uid = 0;
      if (random.int(0, 2) > 0) twin.uid = model.uid;
      crew.gid = 1100;
      const watch = { name: 'watch', gid: 1100, members: random.some(names, 2).sort() };
      const pilots = { name: 'pilots', gid: 1200, members: random.some(names, 2).sort() };
      const groups = random.some([watch, pilots], 2);
      const file = {
        uid: random.pick([model.uid, crew.uid, random.pick(users).uid]),
        gid: random.pick([1100, 1100, 1200]),
        mode: random.pick([0o640, 0o440, 0o600, 0o040, 0o404, 0o240, 0o604]),
      };
      const all: User[] = [{ name: 'root', uid: 0, gid: 0 }, ...random.some(users, users.length)];
      const isIn = ({ name, gid }: User): boolean =>
        gid === file.gid || groups.some((group) => group.gid === file.gid && group.members.includes(name));
      const triple = (user: User): number =>
        user.uid === file.uid ? file.mode >> 6 : isIn(user) ? file.mode >> 3 : file.mode;
      const able = all.filter((user) => user.uid === 0 || (triple(user) & 4) !== 0).map(({ name }) => name);
      const list = (some: User[]): string => some.map(({ name }) => name).join(', ') || 'nobody';
      const rest = all.filter(({ uid }) => uid !== 0);
      return {
        given: [
          {
            label: '/etc/passwd',
            text: all
              .map(
                ({ name, uid, gid }) => `${name}:x:${uid}:${gid}::${name === 'root' ? '' : '/home'}/${name}:/bin/bash`,
              )
              .join('\n'),
          },
          {
            label: 'The end of /etc/group',
            text: groups.map(({ name, gid, members }) => `${name}:x:${gid}:${members.join(',')}`).join('\n'),
          },
          { label: 'ls -ln', text: `-${symbolic(file.mode)} 1 ${file.uid} ${file.gid} 708 Nov 22 01:29 keys.txt` },
        ],
        answer: inOrder(able),
        solution: [
          `A user with the number 0 can read everything: ${list(all.filter(({ uid }) => uid === 0))}.`,
          `The number ${file.uid} owns the file and has \`${symbolic(file.mode).slice(0, 3)}\`: ${list(rest.filter(({ uid }) => uid === file.uid))}.`,
          `Of the others, these are in the group ${file.gid}, by a line of \`group\` or by the fourth field of \`passwd\`, and have \`${symbolic(file.mode).slice(3, 6)}\`: ${list(rest.filter((user) => user.uid !== file.uid && isIn(user)))}.`,
          `All others have \`${symbolic(file.mode).slice(6)}\`. So these users can read it: ${inOrder(able).replaceAll(' ', ', ')}.`,
        ],
      };
    },
  },
  'path-which': {
    form: 'an absolute path, such as /usr/bin/tide',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: (text) => normalizeExact(text).toLowerCase(),
    make: (random) => {
      const tool = random.pick(tools);
      const here = random.pick(['/srv/charts', '/tmp/unpacked', '/home/mara/w']);
      const folders = random.some(['/home/mara/bin', '/opt/harbour/bin', '/usr/local/bin', here, '/srv/tools'], 4);
      folders.push('/usr/bin');
      // PATH contains the current folder as a dot, or as an empty element between two colons.
      const element = random.pick(['', '.']);
      const path = folders.map((folder) => (folder === here ? element : folder)).join(':');
      const runs = random.int(1, 4);
      const places = folders.map((folder, i) => {
        const file: Owned =
          i < runs
            ? random.pick([
                { owner: 'mara', group: 'mara', mode: 0o644 },
                { owner: 'root', group: 'pilots', mode: 0o745 },
                { owner: 'root', group: 'wharf', mode: 0o750 },
                { owner: 'ines', group: 'ines', mode: 0o700 },
                { owner: 'mara', group: 'pilots', mode: 0o655 },
              ])
            : random.pick([
                { owner: 'root', group: 'root', mode: 0o755 },
                { owner: 'root', group: 'pilots', mode: 0o750 },
                { owner: 'mara', group: 'mara', mode: 0o700 },
                { owner: 'ines', group: 'wharf', mode: 0o745 },
              ]);
        return { folder, file, isFolder: i < runs && random.int(0, 4) === 0 };
      });
      const shown = random.some(places, places.length).map(({ folder, file, isFolder }) => {
        const listed = isFolder ? { ...file, mode: 0o755 } : file;
        return line(isFolder ? 'd' : '-', listed, `${folder}/${tool}`);
      });
      const skipped = places
        .slice(0, runs)
        .map(({ folder, isFolder }) => `${folder}/${tool} ${isFolder ? 'is a folder' : 'is not executable for her'}`);
      const winner = `${folders[runs]}/${tool}`;
      return {
        given: [
          { label: 'id', text: maraId },
          { label: 'pwd', text: here },
          { label: 'PATH', text: path },
          { label: 'ls -ld, without some columns', text: shown.join('\n') },
          { label: 'She types', text: tool },
        ],
        answer: winner,
        solution: [
          `The folders in order: ${folders.join(', ')}.${
            path.split(':').includes('.') || path.split(':').includes('')
              ? ' A dot means her current folder, and so does an empty element.'
              : ''
          }`,
          `Skipped: ${skipped.join('; ')}. For each file, only one of the three groups of permissions applies to her.`,
          `The first one that she may execute is \`${winner}\`. Later entries in the list do not matter.`,
        ],
      };
    },
  },
  'path-soft': {
    form: 'the folders, separated by spaces, or none',
    isDistinct: false,
    hasVeryFewAnswers: true,
    normalize: normalizePaths,
    make: (random) => {
      const tool = random.pick(tools);
      const before = random.some(
        ['/opt/harbour/bin', '/usr/local/sbin', '/usr/local/bin', '/srv/tools', '/var/lib/tide'],
        4,
      );
      const real = random.pick(['/usr/bin', '/bin']);
      const after = ['/snap/bin', '/usr/games'].slice(0, random.int(1, 2));
      const folders = [...before, real, ...after].map((path) => {
        const isWritable = path !== real && random.int(0, 1) === 0;
        return {
          path,
          thing: path === real ? { owner: 'root', group: 'root', mode: 0o755 } : owned(random, isWritable),
        };
      });
      const mayWrite = (thing: Owned): boolean => (bitsFor(mara, thing) & 3) === 3;
      const open = folders.slice(0, before.length).filter(({ thing }) => mayWrite(thing));
      const late = folders.slice(before.length).filter(({ thing }) => mayWrite(thing));
      return {
        given: [
          {
            label: 'The end of a script that root runs every night',
            text: `PATH=${folders.map(({ path }) => path).join(':')}\n${tool} /srv/charts`,
          },
          { label: `which -a ${tool}`, text: `${real}/${tool}` },
          {
            label: 'ls -ld, without some columns',
            text: random
              .some(folders, folders.length)
              .map(({ path, thing }) => line('d', thing, path))
              .join('\n'),
          },
          { label: 'id', text: maraId },
        ],
        answer: open.length ? inOrder(open.map(({ path }) => path)) : 'none',
        solution: [
          `The search goes from left to right and ends at \`${real}/${tool}\`. Only the folders before it are useful: ${before.join(', ')}.`,
          `To create a file in a folder, she needs w and x. ${open.length ? `She has them in ${open.map(({ path, thing }) => `${path} (${whyWritable(thing)})`).join(', ')}.` : 'She has them in none of these.'}`,
          `${late.length ? `She may write in ${late.map(({ path }) => path).join(' and ')} as well, but the search does not reach them.` : 'She may not write in any later folder either.'} If a folder belongs to one of her groups, the group's permissions apply to her, even if others may do more.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
