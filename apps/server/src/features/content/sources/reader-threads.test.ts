import { fileOf } from '@hexpedition/curriculum/source/source-tree';
import { lesson, testLabs, validFiles } from '@hexpedition/curriculum/testing/curriculum-files';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TaskLimitError } from '#platform/worker-thread';
import { buildReaderThread } from '../testing/build-reader-thread.ts';
import { inProcessReader } from './in-process-reader.ts';
import { createReaderThreads } from './reader-threads.ts';
import type { PackedFile, SourceReader } from './source-reader.ts';

let built: Awaited<ReturnType<typeof buildReaderThread>>;
/** A reader with enough time for every text. The tests share it, because a thread starts slowly. */
let patient: SourceReader;
/** A reader that ends each task soon. */
let hurried: SourceReader;
const open: SourceReader[] = [];
beforeAll(async () => {
  built = await buildReaderThread();
  patient = createThreadReader({ read: 60, preview: 60, learnerText: 60, unpack: 60 });
  hurried = createThreadReader({ read: 0.4, preview: 0.4, learnerText: 0.4, unpack: 0.4 });
});
afterAll(async () => {
  await Promise.all(open.map((reader) => reader.close()));
  await built.remove();
});

type Seconds = Record<'read' | 'preview' | 'learnerText' | 'unpack', number>;

function createThreadReader(seconds: Seconds): SourceReader {
  const reader = createReaderThreads(built.script, limitsOf(seconds));
  open.push(reader);
  return reader;
}

const limitsOf = ({ read, preview, learnerText, unpack }: Seconds) => ({
  read: { step: read },
  preview: { step: preview },
  learnerText: { step: learnerText },
  unpack: { step: unpack },
});

const file = 'web/http/01-requests/01-first.md';
const packed = (body?: string): PackedFile[] => {
  const files = { ...validFiles(), ...(body === undefined ? {} : { [file]: lesson('sub-first', body) }) };
  return Object.entries(files).map(([path, text]) => {
    const { hash, size } = fileOf(Buffer.from(text));
    return { path, hash, size, text, head: Buffer.from(text.slice(0, 64)) };
  });
};

it('returns the same result in a thread as in process', async () => {
  const reader = patient;
  const task = { files: packed(), known: new Map(), lessons: new Map(), labs: testLabs };
  expect(await reader.read(task)).toEqual(await inProcessReader.read(task));
  const preview = { files: packed(), lesson: file, labs: testLabs };
  expect(await reader.preview(preview)).toEqual(await inProcessReader.preview(preview));
  const words = { text: '**New** labs[^1].\n\n[^1]: Three.', prefix: 'mail' };
  expect(await reader.render(words)).toEqual(await inProcessReader.render(words));
  const own = '**Mine**\n\n```c\nint x;\n```';
  expect(await reader.renderLearnerText(own)).toBe(await inProcessReader.renderLearnerText(own));
}, 60_000);

/** Texts that would take far longer than an author would wait. */
const hostile: [string, string][] = [
  ['nested quotations', `${'>'.repeat(20_000)} x`],
  [
    'a diagram without end',
    `\`\`\`dot alt="x"\ndigraph {${'a->b->c;'.repeat(1)} ${Array.from({ length: 3_000 }, (_, i) => `n${i}->n${(i * 7919) % 3_000};n${i}->n${(i * 104_729) % 3_000}`).join(';')} }\n\`\`\``,
  ],
  ['unclosed brackets', '['.repeat(200_000)],
];

it.each(hostile)(
  'ends at its limit, and this thread answers meanwhile: %s',
  async (_, body) => {
    let turns = 0;
    const ticking = setInterval(() => turns++, 20);
    const results = await Promise.all([
      hurried.preview({ files: packed(body), lesson: file, labs: testLabs }).catch((error) => error),
      hurried.render({ text: body, prefix: 'mail' }).catch((error) => error),
      hurried.renderLearnerText(body).catch((error) => error),
    ]);
    clearInterval(ticking);
    // A problem that is found at once is as good as a time limit.
    for (const result of results) if (result instanceof Error) expect(result).toBeInstanceOf(TaskLimitError);
    expect(turns).toBeGreaterThan(3);
    const preview = { files: packed(), lesson: file, labs: testLabs };
    await expect(patient.preview(preview)).resolves.toMatchObject({ diagnostics: [] });
  },
  60_000,
);

it.each(['web/http/01-requests/02-second.md', 'web/http/training.yaml'])(
  'names the file that took too long: %s',
  async (slow) => {
    const endless = `${'>'.repeat(20_000)} x`;
    const files = packed().map((one) =>
      one.path !== slow
        ? one
        : {
            ...one,
            text: slow.endsWith('.md')
              ? lesson('sub-second', endless)
              : one.text?.replace('|\n  Text with a *word*.', `"${endless}"`),
          },
    );
    const reading = createThreadReader({ read: 3, preview: 3, learnerText: 3, unpack: 3 }).read({
      files,
      known: new Map(),
      lessons: new Map(),
      labs: testLabs,
    });
    expect(await reading.catch((error) => error.at)).toBe(slow);
  },
  60_000,
);
