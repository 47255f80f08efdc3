import { type Static, Type } from 'typebox';
import { Data, Id, Instant } from '../core/schemas.js';

/** A member whom this member has blocked. */
export const BlockedMember = Type.Object({ id: Id, name: Type.String(), created_at: Instant });
export type BlockedMember = Static<typeof BlockedMember>;

/** All of them, the last one first. */
export const BlocksAnswer = Data(Type.Object({ blocked: Type.Array(BlockedMember) }));

/** Whether this member blocks another one now. */
export const BlockChange = Type.Object({ user_id: Id, is_blocked: Type.Boolean() });
export type BlockChange = Static<typeof BlockChange>;
export const BlockChangeAnswer = Data(BlockChange);
