import type { RedisClientType } from 'redis';

interface LiveServers {
  serverIds: string[];
  /** Whether a server without a mailbox takes part: one of the version before, while servers are updated in turn. */
  withOlder: boolean;
}

/** The list of live servers, which Redis keeps. */
export interface Registry {
  /** Enters this server, and tells all that are live; null while Redis delivers nothing to this server's mailbox. */
  live(): Promise<LiveServers | null>;
}

/*
 * Whoever listens to its mailbox is live: Redis knows sooner than any heartbeat when a process has ended. One command, so
 * that of two servers that start together at least one finds the other.
 */
const LIVE = `
local function listeners(channel) return redis.call('PUBSUB', 'SHARDNUMSUB', channel)[2] end
local function listens(id) return listeners(ARGV[3] .. id) > 0 end
if not listens(ARGV[2]) then return false end
redis.call('SADD', ARGV[1], ARGV[2])
local live = {}
for _, id in ipairs(redis.call('SMEMBERS', ARGV[1])) do
  if listens(id) then live[#live + 1] = id else redis.call('SREM', ARGV[1], id) end
end
return {listeners(ARGV[4]), live}`;

export const createRegistry = (
  pub: RedisClientType,
  own: {
    key: string;
    self: string;
    mailboxPrefix: string;
    /** The channel to which every server subscribes, of whatever version. */
    sharedChannel: string;
  },
): Registry => ({
  async live() {
    const { key, self, mailboxPrefix, sharedChannel } = own;
    const answer = await pub.eval(LIVE, { arguments: [key, self, mailboxPrefix, sharedChannel] });
    if (answer === null) return null;
    const [sharing, serverIds] = answer as [number, string[]];
    return { serverIds, withOlder: sharing > serverIds.length };
  },
});
