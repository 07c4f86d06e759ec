import { describe, expect, it } from 'vitest';
import { ManifestError, parseManifest } from './manifest.ts';

const good = `slug: lost-luggage
name: Lost Luggage
summary: A desk.
tier: 0
difficulty: easy
minutes: 15
risk: bounded
topic: web
flags:
  - id: claim
    name: The note
    points: 20
hints:
  - cost: 2
    text: Look at the address.
`;

const problems = (text: string) => {
  try {
    parseManifest(text, 'lab.yaml');
  } catch (error) {
    if (error instanceof ManifestError) return error.message.split('\n');
    throw error;
  }
  return [];
};

describe('parseManifest', () => {
  it('reads a manifest', () => {
    expect(parseManifest(good, 'lab.yaml')).toMatchObject({
      slug: 'lost-luggage',
      flags: [{ id: 'claim', points: 20, task: '' }],
      hints: [{ cost: 2, flag: 'claim' }],
      program: 'app.ts',
      serves: 'http',
    });
  });

  it('reports every problem with its line', () => {
    const text = good
      .replace('minutes: 15', 'minutes: soon')
      .replace('points: 20', 'points: -1')
      .replace('tier: 0', 'teir: 0');
    expect(problems(text).sort()).toEqual(
      [
        'lab.yaml:12: flags.0.points: Too small: expected number to be >=0',
        'lab.yaml:1: tier: Invalid input',
        'lab.yaml:4: teir: there is no such field',
        'lab.yaml:6: minutes: Invalid input: expected number, received string',
      ]
        .sort()
        .map((line) => expect.stringContaining(line.slice(0, 16))),
    );
  });

  it('reports where the YAML is invalid', () => {
    expect(problems('slug: a\nname: "open\n')[0]).toMatch(/^lab\.yaml:[23]: /);
  });

  it('rejects two flags with one id, and an empty file', () => {
    const twice = good.replace('hints:', '  - { id: claim, name: Again, points: 1 }\nhints:');
    expect(problems(twice)).toEqual(['lab.yaml:9: flags: two flags have the same id']);
    expect(problems('')).toHaveLength(1);
  });

  /** A manifest with two flags, a shell, a program in C and a repair. */
  const full = `slug: lamp-room
name: Lamp Room
summary: A lamp.
tier: 1
difficulty: medium
minutes: 30
risk: code-exec
topic: reversing
tools: [gdb, gcc]
trainings: [stack]
program: lamp.c
cflags: [-O0, -fno-stack-protector]
serves: socket
workspace:
  tools: [gdb, gcc]
  socket: /lamp/lamp.sock
repair:
  id: mend
  name: Mend the lamp
  points: 20
  files: [lamp.c]
flags:
  - id: first
    name: The first
    points: 10
  - id: second
    name: The second
    points: 20
    after: first
    task: Look *behind* it.
hints:
  - cost: 2
    flag: second
    text: Behind.
`;

  it('accepts several flags, a workspace and a repair', () => {
    expect(problems(full)).toEqual([]);
    expect(parseManifest(full, 'lab.yaml')).toMatchObject({
      workspace: { tools: ['gdb', 'gcc'], home: 32, socket: '/lamp/lamp.sock' },
      repair: { id: 'mend', files: ['lamp.c'] },
      flags: [{ id: 'first' }, { id: 'second', after: 'first' }],
      hints: [{ flag: 'second' }],
    });
  });

  it('accepts a program whose sources are not in the home', () => {
    const kept = full.replace('  tools: [gdb, gcc]\n  socket', '  sources: false\n  socket');
    expect(parseManifest(kept, 'lab.yaml').workspace).toMatchObject({ sources: false });
  });

  it.each([
    ['    flag: second\n', '', '32: hints.0.flag: name the flag that it helps to find: first, second'],
    ['flag: second', 'flag: third', '33: hints.0.flag: there is no flag with the id third'],
    ['after: first', 'after: third', '29: flags.1.after: there is no flag with the id third'],
    ['after: first', 'after: second', '29: flags.1.after: a flag cannot come after itself'],
    ['id: mend', 'id: first', '18: repair.id: a flag has the id first already'],
    ['files: [lamp.c]', 'files: [lamp.c, lamp.c]', '21: repair.files.1: lamp.c is listed twice'],
    ['files: [lamp.c]', 'files: [exploit.ts]', '21: repair.files.0: exploit.ts is not a part of the program'],
    ['files: [lamp.c]', 'files: [lamp.png]', '21: repair.files.0: a source ends with .ts, .c or .h'],
    ['files: [lamp.c]', 'files: [../lamp.c]', '21: repair.files.0: name a file of this folder'],
    ['tools: [gdb, gcc]\ntr', 'tools: [gdb, gdb]\ntr', '9: tools.1: gdb is listed twice'],
    ['trainings: [stack]', 'trainings: [stack, stack]', '10: trainings.1: stack is listed twice'],
    ['program: lamp.c', 'program: app.ts', '12: cflags: only a program in C has options'],
    [
      '  socket: /lamp/lamp.sock\n',
      '',
      '14: workspace: add socket, the path of its socket: nothing else reaches the program',
    ],
    ['socket: /lamp/lamp.sock', 'socket: /etc/lamp.sock', '16: workspace.socket: this folder belongs to the system'],
    ['serves: socket', 'serves: http', '11: program: a program in C needs serves: socket'],
  ])('rejects a manifest with %j replaced by %j', (before, after, message) => {
    const changed = full.replace(before, after);
    expect(changed).not.toBe(full);
    expect(problems(changed)).toEqual([`lab.yaml:${message}`]);
  });

  it('requires a workspace for a lab that serves a socket', () => {
    const without = full.replace(/workspace:\n(?: {2}.*\n)+/, '');
    expect(problems(without)).toEqual([
      'lab.yaml:13: serves: a program with a socket needs a workspace, but this lab has none',
    ]);
  });

  it('rejects flags that wait for each other in a circle, and reports every conflict', () => {
    const circle = full
      .replace('    points: 10\n', '    points: 10\n    after: third\n')
      .replace('hints:\n', '  - { id: third, name: Third, points: 1, after: second }\nhints:\n')
      .replace('flag: second', 'flag: none');
    expect(problems(circle)).toEqual([
      'lab.yaml:26: flags.0.after: first and third wait for each other',
      'lab.yaml:30: flags.1.after: second and first wait for each other',
      'lab.yaml:32: flags.2.after: third and second wait for each other',
      'lab.yaml:35: hints.0.flag: there is no flag with the id none',
    ]);
  });
});
