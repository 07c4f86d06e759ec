import type { Highlight, Token } from './highlight.ts';

export interface ConsoleLine {
  kind: 'input' | 'output';
  tokens: Token[];
  /** The command without its prompt; for output, the line itself. */
  command: string;
}

/**
 * Separates commands from output: a line that begins with `$ ` or `# ` is input, and so is each line after one that
 * ends in a backslash.
 */
export function readConsole(source: string, highlight: Highlight): ConsoleLine[] {
  let continues = false;
  return source.split('\n').map((line) => {
    const prompt = continues ? '' : (/^[$#] /.exec(line)?.[0] ?? null);
    if (prompt === null) return { kind: 'output', tokens: line ? [{ text: line, kind: null }] : [], command: line };
    const command = line.slice(prompt.length);
    continues = command.endsWith('\\');
    const tokens = highlight(command, 'bash')[0] ?? [];
    return { kind: 'input', tokens: prompt ? [{ text: prompt, kind: 'prompt' }, ...tokens] : tokens, command };
  });
}
