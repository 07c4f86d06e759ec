/** An integer option, given as `--name N`. */
export interface NumberOption {
  min: number;
  max: number;
  /** An option without a fallback is required. */
  fallback?: number;
}

/** A mistake in the command line. Its message is printed without a stack. */
export class UsageError extends Error {}

/**
 * Reads `--name N` and `--name=N`.
 * @throws UsageError that names the option and its allowed values
 */
export function readNumbers<const T extends Record<string, NumberOption>>(
  args: readonly string[],
  options: T,
): Record<keyof T, number> {
  const values = pairs(args);
  const names = Object.keys(options);
  for (const name of values.keys()) {
    if (names.includes(name)) continue;
    throw new UsageError(`Unknown option --${name}. Options: ${names.map((one) => `--${one}`).join(', ')}.`);
  }
  return Object.fromEntries(
    names.map((name) => [name, numberOf(name, values.get(name), options[name] as NumberOption)]),
  ) as Record<keyof T, number>;
}

function pairs(args: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (let index = 0; index < args.length; index++) {
    const [, name, inline] = /^--([a-z-]+)(?:=(.*))?$/.exec(args[index] ?? '') ?? [];
    if (!name) throw new UsageError(`"${args[index]}" is not an option. Options are of the form --name N.`);
    if (values.has(name)) throw new UsageError(`--${name} is given twice.`);
    values.set(name, inline ?? args[++index] ?? '');
  }
  return values;
}

function numberOf(name: string, text: string | undefined, { min, max, fallback }: NumberOption): number {
  if (text === undefined && fallback !== undefined) return fallback;
  const value = Number(text);
  if (text !== undefined && /^\d+$/.test(text) && value >= min && value <= max) return value;
  const range = `a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
  throw new UsageError(
    text === undefined ? `--${name} is missing: give ${range}.` : `--${name} is "${text}": give ${range}.`,
  );
}
