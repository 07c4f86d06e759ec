import { randomBytes } from 'node:crypto';
import type { Target } from '../exploit.ts';
import type { LabRuntime } from '../runtime.ts';

const MAX_OUTPUT = 1024 * 1024;
const TIME_LIMIT = 30_000;

/** Returns a function that runs an exploit's scripts in the workspace of an instance (`Target.shell`). */
export function workspaceShell(runtime: LabRuntime, ref: string): Target['shell'] {
  return async (script) => {
    // A background process keeps the stream open, so a marker that the script cannot know reports the end.
    const mark = randomBytes(12).toString('hex');
    const quoted = `'${script.replaceAll("'", `'\\''`)}'`;
    const stream = await runtime.runInWorkspace(
      ref,
      `bash -c ${quoted} </dev/null 2>&1; printf '\\n%s %d\\n' ${mark} $?`,
    );
    const end = new RegExp(`\\n${mark} (\\d+)\\n`);
    let output = '';
    return new Promise<string>((resolve, reject) => {
      const settle = (problem: string | undefined) => {
        clearTimeout(timer);
        stream.destroy();
        if (problem === undefined) resolve(output);
        else reject(new Error(`${problem}\n${output.slice(-2000)}`));
      };
      const timer = setTimeout(() => settle('The script took longer than 30 s.'), TIME_LIMIT);
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        output += text;
        if (output.length > MAX_OUTPUT) return settle('The script wrote more than 1 MB.');
        const ended = end.exec(output.slice(-2 * text.length - 100));
        if (!ended) return;
        output = output.slice(0, output.lastIndexOf(`\n${mark} `));
        settle(ended[1] === '0' ? undefined : `The script ended with ${ended[1]}.`);
      });
      stream.on('error', (error) => settle(error.message));
      stream.on('close', () => settle('The workspace ended.'));
    });
  };
}
