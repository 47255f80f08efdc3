/**
 * A stand-in for a database at the same cost: each batch of messages is appended to a file, synced to disk, and takes CPU time. A
 * request is a line with the number of messages, or `cost` and the microseconds per message; the answer is an empty line.
 */
import { closeSync, fdatasync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const BYTES_PER_MESSAGE = 200;
let usPerMessage = 0;
const folder = mkdtempSync(join(tmpdir(), 'sangam-stub-'));
const file = openSync(join(folder, 'log'), 'a');
const sync = promisify(fdatasync);
const usedUs = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

// CPU before the first message does not count.
let owedUs = usedUs();
async function commit(messages: number): Promise<void> {
  owedUs += messages * usPerMessage;
  writeSync(file, Buffer.alloc(messages * BYTES_PER_MESSAGE));
  await sync(file);
  // Burns only the rest: the process's own work counts, so that the total is right.
  while (usedUs() < owedUs);
}

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => socket.destroy());
  createInterface({ input: socket }).on('line', async (line) => {
    const [word, us] = line.split(' ');
    if (word === 'cost') usPerMessage = Number(us);
    else await commit(Number(word));
    socket.write('\n');
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
process.on('SIGTERM', () => {
  closeSync(file);
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
