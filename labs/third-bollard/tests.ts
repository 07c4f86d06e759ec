import { equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { RepairTests, Target } from '@hexpedition/lab-runtime';

/** Shows a pass at the gate. */
async function show(target: Target, pass: string) {
  const response = await target.fetch('/gate', { headers: { cookie: `pass=${pass}` } });
  return { status: response.status, text: await response.text() };
}

/** Returns the pass of a new visitor. */
async function ashore(target: Target): Promise<string> {
  const response = await target.fetch('/');
  await response.text();
  const pass = /pass=([^;]{1,4000})/.exec(response.headers.get('set-cookie') ?? '')?.[1];
  if (!pass) throw new Error('A new visitor gets no pass.');
  return pass;
}

/** Returns a pass with this text. The path of the desk is derived from the flag. */
async function written(target: Target, flags: Record<string, string>, text: string | Buffer): Promise<string> {
  const desk = createHash('sha256').update(`night watch ${flags.chest}`).digest('hex');
  const response = await target.fetch(`/desk/${desk}?${Buffer.from(text).toString('hex')}`);
  equal(response.status, 200, `The desk of the watch answers ${response.status}.`);
  return response.text();
}

/** These also run during the attack, and after it. */
export const visits: RepairTests = {
  'lets the deckhand walk to the first bollard': async (target) => {
    const { status, text } = await show(target, await ashore(target));
    equal(status, 200, `A fresh pass is answered with ${status}.`);
    ok(text.includes('otto, deckhand.'), 'The pass does not say who holds it.');
    ok(text.includes('The word is right.'), 'The pass does not carry the word of the night.');
    ok(text.includes('You may walk to bollard 1.'), 'A deckhand does not get to the first bollard.');
  },
  'shows the harbour master the contents of the third bollard': async (target, flags) => {
    const pass = await written(target, flags, `name=edda vane;rank=harbourmaster;word=${flags.word}`);
    const { text } = await show(target, pass);
    ok(text.includes('edda vane, harbourmaster.'), 'The harbour master is not recognised.');
    ok(text.includes(flags.chest ?? ''), 'The harbour master does not find her note.');
  },
};

const tests: RepairTests = {
  'accepts a pass that was made earlier': async (target) => {
    const first = await ashore(target);
    for (let i = 0; i < 20; i++) await ashore(target);
    equal((await show(target, first)).status, 200, 'An older pass of the same night is refused.');
  },
  'carries texts of any length and characters': async (target, flags) => {
    for (let length = 0; length < 34; length += 3) {
      const pass = await written(target, flags, `note=${'x'.repeat(length)};rank=watchman;name=Søren Ågård`);
      const { status, text } = await show(target, pass);
      equal(status, 200, `A pass with a note of ${length} letters is answered with ${status}.`);
      ok(text.includes('Søren Ågård, watchman.'), 'A name with letters of other alphabets was changed.');
    }
    const noise = Buffer.from('name=a;note=\x00\x01\x7f\x80\xff\n\x10;rank=watchman', 'latin1');
    equal(
      (await show(target, await written(target, flags, noise))).status,
      200,
      'A pass with strange bytes is refused.',
    );
  },
  'uses the last of two entries': async (target, flags) => {
    const { text } = await show(target, await written(target, flags, 'name=b;rank=deckhand;rank=watchman'));
    ok(text.includes('You may walk to bollard 2.'), 'The last of two equal entries does not count.');
  },
  'rejects unknown ranks': async (target, flags) => {
    const { status } = await show(target, await written(target, flags, 'name=c;rank=admiral'));
    equal(status, 403, `An undamaged pass with an unknown rank is answered with ${status}.`);
  },
  'rejects missing and malformed passes': async (target) => {
    const pass = await ashore(target);
    const cut = [pass.length / 4, pass.length / 2].map((length) => pass.slice(0, length));
    for (const wrong of ['', '00', 'zz', ...cut, 'ab'.repeat(1500), '0'.repeat(5000)]) {
      const { status } = await show(target, wrong);
      ok(status === 400 || status === 403, `A malformed pass is answered with ${status}.`);
    }
    equal((await target.fetch('/gate')).status, 303, 'A visitor without a pass is not sent to the quay.');
  },
  'does not show the word': async (target, flags) => {
    const pass = await ashore(target);
    const word = flags.word ?? '';
    const readings = [
      pass,
      Buffer.from(pass, 'hex').toString('latin1'),
      Buffer.from(pass, 'base64').toString('latin1'),
    ];
    ok(!readings.some((reading) => reading.includes(word)), 'The pass contains the word in plaintext.');
    ok(!(await show(target, pass)).text.includes(word), 'The gate shows the word.');
  },
};
export default tests;
