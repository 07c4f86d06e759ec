import { format } from 'node:util';
import { type Logger, pino } from 'pino';

/** `json` writes one object per line, for programs that collect logs; `text` is for people at a terminal. */
export type LogFormat = 'json' | 'text';

/** Returns the format that LOG_FORMAT names; by default `text` if standard output is a terminal. */
export const logFormatOf = (setting: string | undefined): LogFormat =>
  setting === 'json' || setting === 'text' ? setting : process.stdout.isTTY ? 'text' : 'json';

/** Log of one process about itself: its start, its workers, its database. LOG_LEVEL does not filter it. */
export interface ProcessLog {
  info(line: string): void;
  warn(line: string): void;
  /** Logs why the process ends, and what the operator can do. */
  fatal(line: string, remedy: string): void;
}

/** Opens the log of this process. In the format `json`, everything else that the process prints becomes JSON, too. */
export function openProcessLog(logFormat: LogFormat): ProcessLog {
  if (logFormat === 'text') {
    return {
      info: (line) => console.error(line),
      warn: (line) => console.error(line),
      fatal: (line, remedy) => console.error(`\n${line}\n${remedy}\n`),
    };
  }
  const logger = pino();
  redirectOutput(logger);
  return {
    info: (line) => logger.info(line),
    warn: (line) => logger.warn(line),
    fatal: (line, remedy) => logger.fatal({ remedy }, line),
  };
}

/** Logs what libraries and Node itself would print as text: the console, warnings, and the error that ends the process. */
function redirectOutput(logger: Logger): void {
  for (const [method, level] of [
    ['log', 'info'],
    ['info', 'info'],
    ['warn', 'warn'],
    ['error', 'error'],
  ] as const) {
    console[method] = (...parts: unknown[]) => logger[level](format(...parts));
  }
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message, stack }) => logger.warn({ err: { type: name, message, stack } }, message));
  process.on('uncaughtException', ({ name, message, stack }) => {
    logger.fatal({ err: { type: name, message, stack } }, 'the process ends because of an unexpected error');
    process.exit(1);
  });
}

const levels = new Map(Object.entries(pino.levels.labels).map(([value, label]) => [Number(value), label]));

/** Destination of a logger that writes its lines as text: time, level, message and the other properties. */
export const textDestination = (write: (text: string) => void = (text) => void process.stdout.write(text)) => ({
  write(line: string) {
    const { level, time, msg = '', pid: _pid, hostname: _host, ...facts } = JSON.parse(line);
    const rest = Object.entries(facts).map(
      ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    write(`${new Date(time).toISOString().slice(11, 19)} ${levels.get(level) ?? level} ${[msg, ...rest].join(' ')}\n`);
  },
});
