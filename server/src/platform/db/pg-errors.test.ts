import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRolledBack, isUnavailable, isUnreachable, spoilsConnection } from './pg-errors.js';

/** As PostgreSQL answers: a refusal keeps the session, FATAL ends it. */
const refusal = (code: string) => Object.assign(new Error('no'), { code, severity: 'ERROR' });
const fatal = (code: string) => Object.assign(new Error('no'), { code, severity: 'FATAL' });

describe('an error of the database', () => {
  it.each([
    ['08000', 'connection_exception'],
    ['08001', 'sqlclient_unable_to_establish_sqlconnection'],
    ['08003', 'connection_does_not_exist'],
    ['08004', 'sqlserver_rejected_establishment_of_sqlconnection'],
    ['08006', 'connection_failure'],
    ['08007', 'transaction_resolution_unknown'],
    ['08P01', 'protocol_violation'],
    ['25006', 'read_only_sql_transaction'],
    ['25P03', 'idle_in_transaction_session_timeout'],
    ['25P04', 'transaction_timeout'],
    ['57P01', 'admin_shutdown'],
    ['57P02', 'crash_shutdown'],
    ['57P03', 'cannot_connect_now'],
    ['57P04', 'database_dropped'],
    ['57P05', 'idle_session_timeout'],
    ['58000', 'system_error'],
    ['58030', 'io_error'],
    ['58P01', 'undefined_file'],
    ['26000', 'invalid_sql_statement_name'],
    ['42P05', 'duplicate_prepared_statement'],
  ])('%s (%s) is BUSY and replaces the connection', (code) => {
    expect(isUnavailable(refusal(code))).toBe(true);
    expect(spoilsConnection(refusal(code))).toBe(true);
  });

  it.each([
    ['57P01', true],
    ['57P03', true],
    ['53300', true],
    ['28P01', true],
    ['25P03', false],
    ['25P04', false],
  ])('%s, which ends the connection, means that the database is away: %s', (code, isAway) => {
    expect(isUnreachable(fatal(code))).toBe(isAway);
  });

  it.each([
    ['40000', 'transaction_rollback'],
    ['40001', 'serialization_failure'],
    ['40002', 'transaction_integrity_constraint_violation'],
    ['40003', 'statement_completion_unknown'],
    ['40P01', 'deadlock_detected'],
    ['53000', 'insufficient_resources'],
    ['53100', 'disk_full'],
    ['53200', 'out_of_memory'],
    ['53300', 'too_many_connections'],
    ['53400', 'configuration_limit_exceeded'],
    ['55P03', 'lock_not_available'],
    ['57000', 'operator_intervention'],
    ['57014', 'query_canceled'],
  ])('%s (%s) is BUSY and keeps the connection', (code) => {
    expect(isUnavailable(refusal(code))).toBe(true);
    expect(spoilsConnection(refusal(code))).toBe(false);
  });

  it.each([
    ['23505', 'unique_violation'],
    ['23503', 'foreign_key_violation'],
    ['23514', 'check_violation'],
    ['22003', 'numeric_value_out_of_range'],
    ['25P02', 'in_failed_sql_transaction'],
    ['42501', 'insufficient_privilege'],
    ['42601', 'syntax_error'],
    ['22021', 'character_not_in_repertoire'],
  ])('%s (%s) is neither', (code) => {
    expect(isUnavailable(refusal(code))).toBe(false);
    expect(spoilsConnection(refusal(code))).toBe(false);
  });

  it('0A000 is BUSY where a prepared statement is stale, and a fault elsewhere', () => {
    const stale = Object.assign(refusal('0A000'), { routine: 'RevalidateCachedQuery' });
    expect([isUnavailable(stale), spoilsConnection(stale)]).toEqual([true, true]);
    expect([isUnavailable(refusal('0A000')), spoilsConnection(refusal('0A000'))]).toEqual([false, false]);
  });

  it.each([
    ['40001', true],
    ['40P01', true],
    ['40003', false],
    ['23505', false],
    ['55P03', false],
    ['57P01', false],
  ])('%s was rolled back because of another transaction: %s', (code, expected) =>
    expect(isRolledBack(refusal(code))).toBe(expected),
  );

  it.each(['57P01', '57P02', '57P03', '53300', 'XX000', '28P01', '3D000', '55000'])(
    'FATAL %s is BUSY and ends the connection',
    (code) => expect([isUnavailable(fatal(code)), spoilsConnection(fatal(code))]).toEqual([true, true]),
  );

  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ECONNABORTED',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'EHOSTDOWN',
    'ENETUNREACH',
    'ENETDOWN',
    'ENOTFOUND',
    'EAI_AGAIN',
  ])('%s is BUSY, and the connection is discarded', (code) => {
    const error = Object.assign(new Error('no'), { code });
    expect(isUnavailable(error)).toBe(true);
    expect(spoilsConnection(error)).toBe(true);
  });

  // Messages from `pg` and its pool themselves, without a code.
  it.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Query read timeout',
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('"%s" is BUSY, too', (message) => {
    expect(isUnavailable(new Error(message))).toBe(true);
    expect(spoilsConnection(new Error(message))).toBe(true);
  });

  it.each([new Error('no'), new TypeError('x is undefined'), null, undefined, 'text', { code: 40001 }])(
    '%s is a server fault',
    (error) => expect([isUnavailable(error), isRolledBack(error)]).toEqual([false, false]),
  );
});

describe('a database that is read-only for a while', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => {
    const { pool } = server.database;
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    for (const client of clients) client.release(true);
    await server.close();
  });

  /** Every connection of the pool leads to a demoted primary; new ones lead to the right server. */
  const demote = async () => {
    const { pool } = server.database;
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    for (const client of clients) await client.query('SET default_transaction_read_only = on');
    for (const client of clients) client.release();
    return pool.options.max;
  };

  it('answers BUSY, keeps reading, and discards each connection to the demoted primary', async () => {
    const [asha, bina] = [await server.signUp('Asha'), await server.signUp('Bina')];
    const writes = [
      () => server.call('POST /api/messages', asha.token, { receiver_id: bina.id, content: 'hello' }),
      () => server.call('POST /api/projects', asha.token, { title: 'T', description: 'D', category: 'ai-ml' }),
    ];
    expect((await writes[0]?.())?.status).toBe(201);
    for (const write of writes) {
      const statuses: number[] = [];
      // More than once: background work may use the connection first, and discard it.
      for (let round = 0; round < 3; round += 1) {
        let left = await demote();
        for (; left >= 0; left -= 1) statuses.push((await write()).status);
        expect(statuses.at(-1)).toBe(201);
      }
      expect(new Set(statuses)).toEqual(new Set([503, 201]));
      await demote();
      expect((await server.call('GET /api/messages/conversations', asha.token)).status).toBe(200);
    }
  });
});
