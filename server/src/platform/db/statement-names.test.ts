import { Kysely, PostgresDialect, sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { createStatementNames, plannedByValue } from './statements.js';

describe('the name of a statement', () => {
  it('is given at its second use, and stays', () => {
    const nameOf = createStatementNames();
    expect(nameOf('SELECT $1')).toBeUndefined();
    const name = nameOf('SELECT $1');
    expect(name).toBeDefined();
    expect(nameOf('SELECT $1')).toBe(name);
    nameOf('SELECT $2');
    expect(nameOf('SELECT $2')).not.toBe(name);
  });

  it('is the same in every server, whatever its earlier statements', () => {
    const [one, other] = [createStatementNames(), createStatementNames()];
    for (const text of ['a', 'a', 'b', 'b']) one(text);
    for (const text of ['b', 'b']) other(text);
    expect(one('b')).toBe(other('b'));
  });

  it('is given to a limited number of texts', () => {
    const nameOf = createStatementNames(2);
    const named = (text: string) => {
      nameOf(text);
      return nameOf(text) !== undefined;
    };
    expect(['a', 'b', 'c', 'd'].map(named)).toEqual([true, true, false, false]);
    expect(named('a')).toBe(true);
  });

  it('is not given to a text seen once, however many there are', () => {
    const nameOf = createStatementNames(3);
    const names = Array.from({ length: 50 }, (_, n) => nameOf(`SELECT ${n}`));
    expect(names.filter((name) => name !== undefined)).toEqual([]);
    nameOf('often');
    expect(nameOf('often')).toBeDefined();
  });

  it('is not given to a statement that is planned by its values', () => {
    const nameOf = createStatementNames();
    const kysely = new Kysely({ dialect: new PostgresDialect({ pool: { connect: vi.fn(), end: vi.fn() } }) });
    const search = sql`SELECT ${plannedByValue} id FROM projects WHERE search_text LIKE ${'%a%'}`.compile(kysely).sql;
    expect([nameOf(search), nameOf(search), nameOf(search)]).toEqual([undefined, undefined, undefined]);
  });
});
