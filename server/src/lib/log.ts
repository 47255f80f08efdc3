import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * What the log says of an error. Drivers hang more on theirs, and that is where members' data is: PostgreSQL's `detail`
 * quotes the row that it refused, a mail server's answer the address.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, severity, table, constraint } = error as Error & Record<string, unknown>;
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  const [message, stack] = [error.message, error.stack ?? ''].map(withoutAddresses);
  return { type: error.name, message, stack, code, severity, table, constraint, cause };
}

/** A mail server says whom it refuses. */
const withoutAddresses = (text: string): string => text.replace(/[\w.+%-]+@[\w-]+\.[\w.-]+/gu, '(an address)');

/** The server's log: a line of JSON each, for people where a terminal shows it. No line holds what members wrote. */
export function createLog(
  { logLevel, production }: { logLevel: string; production: boolean },
  destination?: DestinationStream,
): Logger {
  const pretty = !production && destination === undefined && process.stdout.isTTY;
  const options = {
    level: logLevel,
    serializers: { err: describeError },
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    ...(pretty
      ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } } }
      : {}),
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
