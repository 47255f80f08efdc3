import { describe, expect, it } from 'vitest';
import { cycles } from './cycles.mjs';
import { edgesOf } from './graph.mjs';
import { brokenRules, moduleEdges } from './rules.mjs';

const modules = 'server/src/modules';

describe('an import that breaks a rule is named', () => {
  it.each([
    ['server/src/platform/lib/bus.ts', 'server/src/platform/events.ts'],
    ['server/src/platform/db/open.ts', 'server/src/platform/http/pages.ts'],
    ['server/src/platform/http/pages.ts', `${modules}/users/users.ts`],
    ['server/src/platform/events.ts', `${modules}/messages/messages.ts`],
    [`${modules}/users/service.ts`, 'server/src/app.ts'],
    [`${modules}/auth/service.ts`, `${modules}/users/queries.ts`],
    [`${modules}/auth/service.ts`, `${modules}/auth/password-reset.routes.ts`],
    [`${modules}/auth/routes.ts`, `${modules}/auth/password-reset.queries.ts`],
    [`${modules}/users/queries.ts`, `${modules}/users/service.ts`],
    [`${modules}/users/service.ts`, 'server/src/platform/http/contract-route.ts'],
    [`${modules}/presence/service.ts`, `${modules}/realtime/realtime.ts`],
    [`${modules}/users/service.ts`, 'kysely'],
    [`${modules}/users/service.ts`, 'fastify'],
    [`${modules}/presence/service.ts`, 'socket.io'],
    [`${modules}/realtime/transport/wire.ts`, `${modules}/realtime/sockets/serve.ts`],
    ['server/src/app.ts', 'testing/src/test-server.ts'],
    ['server/src/main.ts', 'loadtest/src/main.ts'],
    ['loadtest/src/main.ts', 'server/src/platform/lib/log.ts'],
    ['client/src/lib/wait.ts', 'client/src/ui/button/Button.tsx'],
    ['client/src/ui/button/Button.tsx', 'client/src/core/session/session.ts'],
    ['client/src/core/api/client.ts', 'client/src/core/session/session.ts'],
    ['client/src/core/session/session.ts', 'client/src/core/realtime/socket.ts'],
    ['client/src/app/live/start.ts', 'client/src/app/nav/TopBar.tsx'],
    ['client/src/requests/screens/parts/LeaveButton.tsx', 'client/src/app/nav/TopBar.tsx'],
    ['client/src/app/nav/TopBar.tsx', 'client/src/app/router.tsx'],
    ['client/src/app/nav/TopBar.tsx', 'client/src/chat/screens/MessagesPage.tsx'],
    ['shared/src/core/text.ts', 'shared/src/core/common.ts'],
    ['shared/src/core/common.ts', 'server/src/platform/lib/log.ts'],
  ])('%s imports %s', (from, to) => {
    const broken = brokenRules([{ from, to }]);
    expect(broken).toHaveLength(1);
    expect(broken[0]).toContain(`${from} imports ${to}`);
  });
});

it('lets through what the layers are for', () => {
  const allowed = [
    [`${modules}/auth/service.ts`, `${modules}/users/users.ts`],
    [`${modules}/auth/routes.ts`, 'server/src/platform/http/contract-route.ts'],
    [`${modules}/auth/service.ts`, `${modules}/auth/password-reset.queries.ts`],
    [`${modules}/users/queries.ts`, 'kysely'],
    ['server/src/app.ts', `${modules}/realtime/realtime.ts`],
    ['client/src/app/nav/TopBar.tsx', 'client/src/core/session/session.ts'],
    ['server/src/people/sign-in/tokens.test.ts', 'testing/src/test-server.ts'],
  ].map(([from, to]) => ({ from, to }));
  expect(brokenRules(allowed)).toEqual([]);
});

it('reads every kind of import, types included', () => {
  const text = `
    import type { A } from './app.js';
    import kysely, { type B } from 'kysely';
    export * from '@sangam/shared/rules/limits';
    const later = () => import('node:fs');
    type C = import('./main.js').C;`;
  expect(
    edgesOf('server/src/new.ts', text)
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(['kysely', 'node:fs', 'server/src/app.ts', 'server/src/main.ts', 'shared/src/core/limits.ts']);
  expect(edgesOf('server/src/new.ts', `const all = (db) => db.selectFrom('users');`)).toEqual([
    { from: 'server/src/new.ts', to: 'kysely' },
  ]);
});

describe('cycles', () => {
  const edge = (from, to) => ({ from, to });

  it('are found whatever leads into them', () => {
    expect(cycles([edge('a', 'b'), edge('b', 'c'), edge('c', 'd'), edge('d', 'b'), edge('a', 'e')])).toEqual([
      ['b', 'c', 'd'],
    ]);
    expect(cycles([edge('a', 'b'), edge('a', 'c'), edge('b', 'd'), edge('c', 'd')])).toEqual([]);
  });

  it('of modules are found where no file is in one', () => {
    const edges = [
      edge(`${modules}/projects/service.ts`, `${modules}/teams/teams.ts`),
      edge(`${modules}/teams/leave.ts`, `${modules}/projects/projects.ts`),
    ];
    expect(cycles(edges)).toEqual([]);
    expect(cycles(moduleEdges(edges))).toEqual([['modules/projects', 'modules/teams']]);
  });
});
