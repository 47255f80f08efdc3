import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import { CommandError, readAnswer } from '../../platform/commands/command.js';
import { listenForOwnUser, unixSocketObstacle } from '../../platform/unix-socket.js';

/** The Unix socket in DATA_DIR through which a command of the same user reaches the server that uses the embedded database. */
const commandSocket = (dataDir: string): string => join(dataDir, 'commands.sock');

const LINE_MAX_CHARS = 2_000;

type Answer = { text: string } | { error: string };

/** Runs a command and returns a sentence for the operator; throws with one, too. */
type Run = (args: readonly string[]) => Promise<string>;

/** Serves commands, one per connection. The caller owns `dataDir`, so the socket of an earlier process is removed. */
export async function serveCommands(dataDir: string, run: Run, log: Logger): Promise<{ stop(): Promise<void> }> {
  const path = commandSocket(dataDir);
  const obstacle = unixSocketObstacle(path);
  if (obstacle !== null) {
    log.warn(`naming a moderator needs a stopped server: ${obstacle}`);
    return { stop: async () => undefined };
  }
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', (error) => log.warn({ err: error }, 'the process that sent a command has gone'));
    socket.once('close', () => open.delete(socket));
    const answer = (message: Answer) => socket.end(`${JSON.stringify(message)}\n`);
    createInterface({ input: socket }).once('line', (line) => {
      const args = readArgs(line);
      if (args === null) return answer({ error: 'The command couldn’t be read.' });
      run(args).then(
        (text) => answer({ text }),
        (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
      );
    });
  });
  await listenForOwnUser(server, path);
  return {
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function readArgs(line: string): string[] | null {
  if (line.length > LINE_MAX_CHARS) return null;
  try {
    const args: unknown = JSON.parse(line);
    return Array.isArray(args) && args.every((word) => typeof word === 'string') ? args : null;
  } catch {
    return null;
  }
}

/**
 * Runs a command on the running server and returns its sentence. Throws if the server cannot be reached or refuses, then with its sentence.
 */
export async function runOnServer(dataDir: string, args: readonly string[]): Promise<string> {
  const socket = createConnection(commandSocket(dataDir));
  try {
    socket.write(`${JSON.stringify(args)}\n`);
    const { text, error } = await readAnswer(socket, dataDir);
    if (typeof text !== 'string') throw new CommandError(`${error}`);
    return text;
  } finally {
    socket.destroy();
  }
}
