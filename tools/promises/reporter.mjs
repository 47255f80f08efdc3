import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The promises of docs/reliability.md and the paths of their tests, from the rows of its table. */
export const promises = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('.test.ts'))
  .map((line) => {
    const [promise, , tests] = line.split('|').slice(1, -1);
    return { promise: promise.trim(), files: [...tests.matchAll(/`([^`]+)`/gu)].map(([, path]) => path) };
  });

/** A Vitest reporter that prints each promise with the result and the figures of its tests. */
export default class Promises {
  onTestRunEnd(modules) {
    const lines = promises.flatMap(({ promise, files }) => {
      const tests = modules
        .filter(({ moduleId }) => files.includes(relative(process.cwd(), moduleId)))
        .flatMap((module) => [...module.children.allTests()]);
      const count = (state) => tests.filter((test) => test.result().state === state).length;
      const [passed, failed] = [count('passed'), count('failed')];
      const result = failed > 0 ? 'BROKEN' : passed > 0 ? 'held' : 'not run';
      const figures = tests.flatMap((test) => test.annotations().map(({ message }) => `    ${message}`));
      return [`${result.padEnd(8)}${promise} (${passed} of ${tests.length} tests)`, ...new Set(figures)];
    });
    process.stdout.write(`\nPromises (docs/reliability.md)\n${lines.join('\n')}\n`);
  }
}
