import type { FitRank } from '@sangam/shared/people/fit-order';

/** Returns a rank as text, which the client sends back for the next page. */
export const writeFitCursor = ({ covered, required, hours, activeOn, tie, id }: FitRank): string =>
  `f.${covered}.${required}.${hours}.${activeOn ?? '-'}.${tie}.${id}`;

export const DAY = '(\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]))';
export const ID = '(\\d{1,16})';
const fitting = new RegExp(`^f\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(?:-|${DAY})\\.(\\d{1,10})\\.${ID}$`, 'u');

/** Returns null for a text that the server cannot have returned. */
export function parseFitCursor(text: string): FitRank | null {
  const [, covered, required, hours, activeOn, tie, id] = fitting.exec(text) ?? [];
  if (id === undefined || (activeOn !== undefined && !isDay(activeOn))) return null;
  const numbers = { covered: Number(covered), required: Number(required), hours: Number(hours), tie: Number(tie) };
  return { ...numbers, activeOn: activeOn ?? null, id: Number(id) };
}

/** Whether the day exists, as 31 February doesn't, and its year isn't 0, which the database would refuse. */
export const isDay = (day: string): boolean =>
  day >= '0001' && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
