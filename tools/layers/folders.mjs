import { cycles } from './cycles.mjs';

/** Tests use what they test, wherever it is. */
const isTest = (file) =>
  /\.test\.\w+$|^client\/(e2e|verify|src\/testing)\/|^(server|loadtest)\/system-tests\//u.test(file);
/** Its folders are the subjects, of which a higher layer of one may use a lower layer of another (`rules.mjs`). */
const ORDERED_BY_LAYER = 'client/src';

/**
 * Finds folders side by side that import each other, also through a third one: of two such folders neither can be read without the other.
 * @param {{ from: string, to: string }[]} edges @returns {string[]}
 */
export function folderCircles(edges) {
  /** By the folder that holds them both, the imports of one of its folders from another. */
  const within = new Map();
  for (const { from, to } of edges) {
    const [parent, one, other] = parted(from.split('/'), to.split('/'));
    if (isTest(from) || one === undefined || other === undefined || parent === ORDERED_BY_LAYER) continue;
    within.set(parent, [...(within.get(parent) ?? []), { from: one, to: other, says: `${from} imports ${to}` }]);
  }
  return [...within].flatMap(([parent, imports]) =>
    cycles(imports).map((group) => {
      const among = imports.filter(({ from, to }) => group.includes(from) && group.includes(to));
      return [`folders of ${parent} import each other: ${group.join(', ')}`, ...among.map(({ says }) => says)].join(
        '\n  ',
      );
    }),
  );
}

/** The deepest folder that holds both files, and the folder directly in it that holds each; undefined for a file directly in it. */
function parted(from, to) {
  const at = from.findIndex((part, index) => part !== to[index]);
  const folderOf = (path) => (path.length > at + 1 ? path[at] : undefined);
  return [from.slice(0, at).join('/'), folderOf(from), folderOf(to)];
}
