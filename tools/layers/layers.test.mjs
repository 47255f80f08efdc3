import { describe, expect, it } from 'vitest';
import { tooNewCalls } from './browsers.mjs';
import { wholePackages } from './by-name.mjs';
import { cycles } from './cycles.mjs';
import { folderCircles } from './folders.mjs';
import { edgesOf } from './graph.mjs';
import { comparedKinds } from './kinds.mjs';
import { leftOutElements } from './left-out.mjs';
import { namesInSentences } from './names.mjs';
import { brokenRules } from './rules.mjs';
import { tooLarge } from './sizes.mjs';

describe('an import that breaks a rule is named', () => {
  it.each([
    ['server/src/platform/lib/bus.ts', 'server/src/platform/db/database.ts'],
    ['server/src/platform/db/migrate.ts', 'server/src/platform/http/pages.ts'],
    ['server/src/platform/jobs/job-worker.ts', 'server/src/platform/realtime/realtime.ts'],
    ['server/src/platform/realtime/transport/io.ts', 'server/src/platform/realtime/sockets/serve.ts'],
    ['server/src/platform/http/pages.ts', 'server/src/people/people.ts'],
    ['server/src/contact/blocks/service.ts', 'server/src/chat/chat.ts'],
    ['server/src/projects/hooks.ts', 'server/src/requests/requests.ts'],
    ['server/src/trust/reports/service.ts', 'server/src/app.ts'],
    ['server/src/trust/reports/service.ts', 'server/src/app/modules.ts'],
    ['server/src/requests/interests/service.ts', 'server/src/projects/teams/teams.ts'],
    ['server/src/people/sign-in/service.ts', 'server/src/people/sign-in/routes.ts'],
    ['server/src/people/account/routes.ts', 'server/src/people/account/queries.ts'],
    ['server/src/people/account/queries.ts', 'server/src/people/account/service.ts'],
    ['server/src/people/profile/service.ts', 'server/src/platform/http/contract-route.ts'],
    ['server/src/people/profile/service.ts', 'kysely'],
    ['server/src/people/profile/service.ts', 'fastify'],
    ['server/src/people/presence/service.ts', 'socket.io'],
    ['server/src/app.ts', 'testing/src/test-server.ts'],
    ['server/src/main.ts', 'loadtest/src/main.ts'],
    ['loadtest/src/main.ts', 'server/src/main.ts'],
    ['client/src/lib/retry.ts', 'client/src/ui/Avatar.tsx'],
    ['client/src/ui/Avatar.tsx', 'client/src/core/session/session.ts'],
    ['client/src/core/session/session.ts', 'client/src/people/state/members.ts'],
    ['client/src/people/state/members.ts', 'client/src/people/sync/presence-report.ts'],
    ['client/src/people/state/members.ts', 'client/src/chat/state/conversations.ts'],
    ['client/src/people/sync/presence-report.ts', 'client/src/contact/screens/BlockDialog.tsx'],
    ['client/src/projects/screens/list/ProjectList.tsx', 'client/src/requests/screens/join/JoinButton.tsx'],
    ['client/src/trust/screens/ReportLink.tsx', 'client/src/app/router.tsx'],
    ['shared/src/core/text.ts', 'shared/src/people/account.ts'],
    ['shared/src/projects/projects.ts', 'shared/src/requests/interests.ts'],
    ['shared/src/trust/calls.ts', 'shared/src/app/http.ts'],
    ['shared/src/core/errors.ts', 'server/src/main.ts'],
  ])('%s imports %s', (from, to) => {
    const broken = brokenRules([{ from, to }]);
    expect(broken).toHaveLength(1);
    expect(broken[0]).toContain(`${from} imports ${to}`);
  });
});

it('accepts imports along the layers', () => {
  const allowed = [
    ['server/src/chat/messages/service.ts', 'server/src/people/people.ts'],
    ['server/src/people/account/routes.ts', 'server/src/platform/http/contract-route.ts'],
    ['server/src/people/account/service.ts', 'server/src/people/account/queries.ts'],
    ['server/src/people/profile/queries.ts', 'kysely'],
    ['server/src/people/module.ts', 'server/src/people/account/routes.ts'],
    ['server/src/app/modules.ts', 'server/src/people/module.ts'],
    ['server/src/app.ts', 'server/src/platform/realtime/realtime.ts'],
    ['client/src/people/screens/account/EmailCard.tsx', 'client/src/notices/state/choices.ts'],
    ['client/src/contact/sync/block.ts', 'client/src/people/state/presence.ts'],
    ['server/src/people/sign-in/tokens.test.ts', 'testing/src/test-server.ts'],
  ].map(([from, to]) => ({ from, to }));
  expect(brokenRules(allowed)).toEqual([]);
});

it('reads every kind of import, types included', () => {
  const text = `
    import type { A } from './app.js';
    import kysely, { type B } from 'kysely';
    export * from '@sangam/shared/core/limits';
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

  it('are found whatever other imports lead to them', () => {
    expect(cycles([edge('a', 'b'), edge('b', 'c'), edge('c', 'd'), edge('d', 'b'), edge('a', 'e')])).toEqual([
      ['b', 'c', 'd'],
    ]);
    expect(cycles([edge('a', 'b'), edge('a', 'c'), edge('b', 'd'), edge('c', 'd')])).toEqual([]);
  });
});

describe('folders that import each other', () => {
  const found = (...edges) => folderCircles(edges.map(([from, to]) => ({ from, to })));
  const down = ['server/src/chat/acts/saved.ts', 'server/src/chat/messages/queries.ts'];

  it('are found with the imports between them, also through a third folder', () => {
    const up = ['server/src/chat/messages/service.ts', 'server/src/chat/acts/acts.ts'];
    expect(found(down, up)).toEqual([
      `parts of server/src/chat import each other: acts/, messages/\n  ${down.join(' imports ')}\n  ${up.join(' imports ')}`,
    ]);
    const over = ['server/src/chat/messages/service.ts', 'server/src/chat/unread/service.ts'];
    const back = ['server/src/chat/unread/queries.ts', 'server/src/chat/acts/acts.ts'];
    expect(found(down, over, back)[0]).toContain('acts/, messages/, unread/');
  });

  it('are found if one of them is a file', () => {
    const file = 'server/src/platform/db/database.ts';
    const opens = [file, 'server/src/platform/db/embedded/lock.ts'];
    const back = ['server/src/platform/db/embedded/backup/backup.ts', file];
    expect(found(opens, back)).toEqual([
      `parts of server/src/platform/db import each other: database.ts, embedded/\n  ${opens.join(' imports ')}\n  ${back.join(' imports ')}`,
    ]);
    expect(found(opens)).toEqual([]);
  });

  it('are not reported for imports in one direction, by tests, between files alone, or between two subjects of the client', () => {
    expect(found(down, ['server/src/chat/messages/one.test.ts', 'server/src/chat/acts/acts.ts'])).toEqual([]);
    const [events, live] = ['server/src/chat/events.ts', 'server/src/chat/live.ts'];
    expect(found([events, live], [live, events])).toEqual([]);
    const [chatFile, peopleFile] = ['client/src/chat/state/one.ts', 'client/src/people/state/one.ts'];
    expect(found([chatFile, peopleFile], ['client/src/people/screens/One.tsx', chatFile])).toEqual([]);
  });
});

it('finds folders with too many files and files with too many lines, except tests and generated files', () => {
  const files = (count, name) => Array.from({ length: count }, (_, index) => `server/src/chat/${name(index)}`);
  const lines = (count) => () => 'a line\n'.repeat(count);
  expect(
    tooLarge(
      files(20, (index) => `${index}.ts`),
      lines(400),
    ),
  ).toEqual([]);
  expect(
    tooLarge(
      files(30, (index) => `${index}.test.ts`),
      lines(900),
    ),
  ).toEqual([]);
  expect(tooLarge(['server/src/platform/db/tables.generated.ts'], lines(900))).toEqual([]);
  expect(
    tooLarge(
      files(21, (index) => `${index}.ts`),
      lines(1),
    ),
  ).toEqual(['server/src/chat has 21 files: a folder has at most 20']);
  expect(
    tooLarge(
      files(1, () => 'long.ts'),
      lines(401),
    ),
  ).toEqual(['server/src/chat/long.ts has 401 lines: a file has at most 400']);
});

describe('a comparison of a conversation’s kind', () => {
  const found = (text, file = 'client/src/chat/screens/New.tsx') => comparedKinds([file], () => text).length;

  it.each([
    "if (kind === 'team') show();",
    "const isOne = conversation.kind !== 'direct';",
    "const isOne = 'team' === thread?.page?.kind;",
    'const isOne = row[\'kind\'] == "team";',
    "switch (key.kind) { case 'direct': break; }",
    "import { isTeam } from '../state/known-conversations';",
    "import { keyOf, useIsTeam as asks } from './known-conversations.js';",
  ])('is found in %s', (text) => {
    expect(found(text)).toBe(1);
    expect(found(text, 'server/src/chat/new.ts')).toBe(1);
  });

  it('is accepted in the files that list the differences, in tests, and if it is about other things', () => {
    const text = "if (key.kind === 'team') show();";
    expect(found(text, 'client/src/chat/sync/kinds.ts') + found(text, 'server/src/chat/conversations/kinds.ts')).toBe(
      0,
    );
    expect(found(text, 'client/src/chat/new.test.ts')).toBe(0);
    expect(
      found("const made = { kind: 'team' }; if (profile.seen_as === 'team' || card.kind === 'request') show();"),
    ).toBe(0);
  });
});

describe('a call that members’ browsers may not have', () => {
  const found = (text, file = 'client/src/chat/screens/New.tsx') => tooNewCalls([file], () => text).length;

  it.each([
    'const signal = AbortSignal.any([one, other]);',
    'globalThis.AbortSignal.any([one]);',
    'requestIdleCallback(load);',
    'window.requestIdleCallback(load);',
    'const isShown = row.parentElement?.checkVisibility();',
    'new CloseWatcher();',
  ])('is found in %s', (text) => {
    expect(found(text)).toBe(1);
    expect(found(text, 'shared/src/core/new.ts')).toBe(1);
  });

  it('is accepted if the code can do without it, in tests, on the server, and of other things', () => {
    expect(found('document.startViewTransition?.(change); row.checkVisibility?.();')).toBe(0);
    const text = 'AbortSignal.any([one]);';
    expect(found(text, 'client/src/chat/new.test.ts') + found(text, 'server/src/chat/new.ts')).toBe(0);
    expect(found("Signals.any([one]); JSON.parse(text); new URL(text); const name = 'checkVisibility';")).toBe(0);
  });
});

describe('a whole package of which the build leaves a part out', () => {
  const found = (text, file = 'client/src/chat/screens/New.tsx') => wholePackages([file], () => text).length;

  it.each([
    "import * as React from 'react';",
    "import React from 'react';",
    "import React, { useState } from 'react';",
    "import { default as React } from 'react';",
    'const { Activity } = await import("react");',
    "export * from 'react';",
    "export * as React from 'react';",
    "export { default } from 'react-dom';",
    "import * as dom from 'react-dom/client';",
    "import * as router from 'react-router-dom';",
  ])('is found in %s', (text) => {
    expect(found(text)).toBe(1);
    expect(found(text, 'client/worker/new.ts')).toBe(1);
  });

  it('is accepted by names, in tests, on the server, and of other packages', () => {
    expect(found("import { type ReactNode, useState } from 'react'; export { Link } from 'react-router-dom';")).toBe(0);
    const text = "import * as React from 'react';";
    expect(found(text, 'client/src/chat/New.test.tsx') + found(text, 'server/src/chat/new.ts')).toBe(0);
    expect(found("import * as Radix from 'radix-ui/dialog'; import toast from 'react-hot-toast/headless';")).toBe(0);
  });
});

describe('an element that does nothing in the built client', () => {
  const found = (text, file = 'client/src/chat/screens/New.tsx') => leftOutElements([file], () => text).length;

  it.each([
    '<input onSelect={note} />',
    '<textarea onCompositionStart={begin} />',
    '<Textarea onBeforeInputCapture={check} />',
    '<form action={send}>{fields}</form>',
    '<button type="submit" formAction={send} />',
    '<Fragment ref={rows}>{children}</Fragment>',
    '<emoji-picker />',
    '<body>{children}</body>',
  ])('is found in %s', (text) => {
    expect(found(text)).toBe(1);
  });

  it('is accepted with an address, as a component’s own property, and in tests', () => {
    expect(found('<form action="/login" onSubmit={send} />')).toBe(0);
    expect(found('<><Banner action={<Retry />} /><Fragment key={id}>{row}</Fragment><input ref={field} /></>')).toBe(0);
    expect(found('<input onSelect={note} />', 'client/src/chat/New.test.tsx')).toBe(0);
  });
});

describe('a name in a sentence is isolated', () => {
  /** A template's `${`, which a linter takes for a mistake in other strings. */
  const code = (text) => text.replaceAll('#', '$');
  const found = (text) => namesInSentences(['client/src/projects/screens/Fake.tsx'], () => code(text));

  it.each([
    ['`Reject #{name}`', 'name'],
    ['`#{request.user_name} joined`', 'request.user_name'],
    ['`Hello #{link?.name ?? ""}`', 'link?.name'],
    ['`#{isOwn ? "You" : shortName(actor)}: `', 'shortName(actor)'],
    ['`The project is now called “#{word}”`', 'word'],
    ['people.map(({ name }) => name).join(", ")', 'name'],
    ['<p>Hello {name}</p>', 'name'],
    ['<p>Hello <strong>{project.title}</strong></p>', 'project.title'],
    ['<>{`As `}{role_name}</>', 'role_name'],
  ])('finds %s', (text, name) => {
    expect(found(text)).toEqual([
      `client/src/projects/screens/Fake.tsx:1 isolate(${name}): it may be written from right to left`,
    ]);
  });

  it.each([
    '`Reject #{isolate(name)}`',
    '`@#{name} `',
    '`#{name}:#{id}`',
    '`#{count} requests`',
    '<p>{name}</p>',
    '<p>Hello <bdi>{name}</bdi></p>',
    '<p>Hello <MemberName name={name} /></p>',
  ])('accepts %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('reads the texts of screens, not those of tests', () => {
    const read = () => code('`Reject #{name}`');
    expect(
      namesInSentences(['client/src/ui/a.test.tsx', 'server/src/app.ts', 'client/src/testing/render.tsx'], read),
    ).toEqual([]);
  });
});
