import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { StartError } from '#platform/start-error';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

/** Resolves a path from the folder in which the command was typed, because npm runs it in the workspace's folder. */
export const typedPath = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path);

/** Prints why a command failed, and what to do, and sets the exit code to 1. */
export function reportFailure(error: unknown): void {
  console.error(error instanceof StartError ? `${error.message}\n${error.remedy}` : (error as Error).message);
  process.exitCode = 1;
}

/**
 * Runs a command with its arguments. `--help` prints the usage. Wrong arguments print what is wrong, and exit with 2.
 * @param operands number of arguments that are not options, at least and at most
 */
export async function runWithArguments<const O extends Options>(
  usage: string,
  { options, operands: [least, most] }: { options: O; operands: [number, number] },
  run: (given: Parsed<O>) => Promise<void>,
): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(usage);
    return;
  }
  let given: Parsed<O>;
  try {
    given = parseArgs({ allowPositionals: true, options });
    const { positionals } = given;
    if (positionals.length < least) throw new Error('The file is missing.');
    if (positionals.length > most) throw new Error(`Unexpected argument "${positionals[most]}".`);
  } catch (error) {
    // Node's message about an unknown option has a second sentence, which does not help here.
    const [problem] = (error as Error).message.split('. To specify');
    console.error(`${problem}\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  await run(given).catch(reportFailure);
}
