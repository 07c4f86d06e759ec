import { describe, expect, it } from 'vitest';
import { ManifestError, parseManifest } from './manifest.ts';

const good = `slug: lost-luggage
name: Lost Luggage
summary: A desk.
tier: 0
difficulty: easy
minutes: 15
risk: bounded
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

describe('lab.yaml', () => {
  it('is read', () => {
    expect(parseManifest(good, 'lab.yaml')).toMatchObject({
      slug: 'lost-luggage',
      flags: [{ id: 'claim', points: 20 }],
    });
  });

  it('has every problem reported with its line', () => {
    const text = good
      .replace('minutes: 15', 'minutes: soon')
      .replace('points: 20', 'points: -1')
      .replace('tier: 0', 'teir: 0');
    expect(problems(text).sort()).toEqual(
      [
        'lab.yaml:11: flags.0.points: Too small: expected number to be >=0',
        'lab.yaml:1: tier: Invalid input',
        'lab.yaml:4: teir: there is no such field',
        'lab.yaml:6: minutes: Invalid input: expected number, received string',
      ]
        .sort()
        .map((line) => expect.stringContaining(line.slice(0, 16))),
    );
  });

  it('says where the YAML breaks', () => {
    expect(problems('slug: a\nname: "open\n')[0]).toMatch(/^lab\.yaml:[23]: /);
  });

  it('refuses two flags with one id, and an empty file', () => {
    const twice = good.replace('hints:', '  - { id: claim, name: Again, points: 1 }\nhints:');
    expect(problems(twice)).toEqual(['lab.yaml:8: flags: two flags have the same id']);
    expect(problems('')).toHaveLength(1);
  });
});
