import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { actToState, PROJECT_STATES, projectActs, refusalOf } from './lifecycle.js';

const page = readFileSync(new URL('../../../docs/requests.md', import.meta.url), 'utf8');

it('matches docs/requests.md, row for row', () => {
  for (const [act, { by, from, to, ends, frees, notifies, confirms }] of Object.entries(projectActs)) {
    const cells = [`\`${act}\``, by, from.join(', '), to ?? 'the same', ends ? `\`${ends}\`` : '', frees ?? ''];
    expect(page).toContain(
      `| ${[...cells, notifies.join(', '), confirms ? 'yes' : ''].join(' | ')} |`.replaceAll('  ', ' '),
    );
  }
});

it('has an act that leads to each state, and is refused in that state', () => {
  for (const state of PROJECT_STATES) {
    expect(projectActs[actToState[state]].to).toBe(state);
    expect(refusalOf(actToState[state], 'creator', state)).toBe(`PROJECT_${state.toUpperCase()}`);
  }
  expect(refusalOf('close', 'member', 'open')).toBe('FORBIDDEN');
});
