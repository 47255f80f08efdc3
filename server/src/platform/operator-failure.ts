import { fieldsOf } from '@sangam/shared/core/keys-of';
import { ConfigError } from '../config.js';
import { FolderInUse } from './db/embedded/lock.js';
import { NewerDatabase } from './db/pg-errors.js';
import { errorCode } from './lib/error-code.js';
import { RedisUnusable } from './redis/redis.js';

/** By SQLSTATE: 28 the sign-in, 3D the database's name, 57P03 a database that is still starting. */
const REFUSED_CODES = /^(28|3D|57P03)/u;

/**
 * Returns why a server or a command can't start, in words for the operator; null for a fault of the program, whose stack is needed. Errors
 * of the system name the call that failed.
 */
export function operatorFailure(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof FolderInUse || error instanceof NewerDatabase)
    return error.message;
  if (error instanceof RedisUnusable) return `Redis, at REDIS_URL, can’t be used: ${causeOf(error.cause)}`;
  if (!(error instanceof Error)) return null;
  const code = errorCode(error) ?? '';
  const { syscall, port, address, path } = fieldsOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return `The disk is full. Make room, and start again: ${error.message}`;
  if (syscall === 'listen') {
    if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop the program that uses it, or set another PORT.`;
    if (code === 'EADDRNOTAVAIL') return `This machine doesn’t have the address ${address}. Set another HOST.`;
    if (code === 'EACCES') return `This user may not open port ${port}. Set another PORT.`;
  }
  if (syscall === 'connect' || syscall === 'getaddrinfo' || error instanceof AggregateError)
    return `PostgreSQL, at DATABASE_URL, doesn’t answer: ${causeOf(error)}`;
  if (REFUSED_CODES.test(code)) return `PostgreSQL, at DATABASE_URL, refuses the connection: ${error.message}`;
  if (syscall !== undefined && path !== undefined) return `A file or folder can’t be used: ${error.message}`;
  return null;
}

/** A host with several addresses fails once for each, with an outer error that has no message. */
const causeOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((cause: Error) => cause.message).join(', ') : error.message;
