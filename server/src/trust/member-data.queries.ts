import type { OwnTables } from '../platform/member-data/parts.js';

export const trustOwnTables = { moderators: 'user_id' } as const satisfies OwnTables;
