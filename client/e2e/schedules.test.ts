import { expect, it } from 'vitest';
import { planOf, spell } from './schedules/plan.js';
import { play } from './schedules/run.js';
import { startTestServer } from './servers.js';

/** `SCHEDULE_SEED=7` replays one schedule, `SCHEDULES=200` plays that many new ones; an ordinary run always plays the same one. */
const seeds = (): number[] => {
  const { SCHEDULE_SEED: one, SCHEDULES: many } = process.env;
  if (one !== undefined) return [Number(one)];
  // This seed once found a repeated message that counted as unread forever.
  const known = 228_852_337;
  if (many === undefined) return [known];
  const first = Date.now() % 1_000_000_000;
  return [known, 1, 229_506_664, ...Array.from({ length: Number(many) }, (_, index) => first + index)];
};

it('plans the same steps for the same seed', () => expect(planOf(7)).toEqual(planOf(7)));

/** A schedule takes a minute, but several times as long under load. */
const PLAYED_WITHIN_MS = 600_000;

// In parallel, since a schedule mostly waits for the network or the server.
it.concurrent.for(seeds())(
  'after schedule %i, both screens equal the database',
  { timeout: PLAYED_WITHIN_MS },
  async (seed, { annotate }) => {
    const plan = planOf(seed);
    const story = `schedule ${seed}: ${plan.map(spell).join(' · ')}\n`;
    const server = await startTestServer();
    try {
      const played = await play(server, seed, plan);
      process.stdout.write(story);
      await annotate(
        `seed ${seed}: ${plan.length} steps, ${played.written} written, right after ${played.settledMs} ms`,
      );
    } catch (error) {
      throw new Error(
        `SCHEDULE_SEED=${seed} plays it again.\n${story}${error instanceof Error ? error.message : error}`,
        {
          cause: error,
        },
      );
    } finally {
      await server.close();
    }
  },
);
