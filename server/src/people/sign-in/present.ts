import { ok, type Result } from '../../platform/lib/result.js';
import type { SignedIn } from './service.js';

/** Token and member, at the top level and under `data` (R2.12). */
export const signedInAnswer = (message: string, result: Result<SignedIn>) =>
  result.ok ? ok({ message, ...result.value, data: result.value }) : result;
