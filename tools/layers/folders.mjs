import { cycles } from './cycles.mjs';
import { isTest } from './graph.mjs';

/** The folder of the client's subjects. A higher layer of one subject may use a lower layer of another (`rules.mjs`). */
const ORDERED_BY_LAYER = 'client/src';

/**
 * Finds folders that import each other or a file beside them, also through a third one: neither can be read without the other. Of
 * files alone that is an import cycle.
 * @param {{ from: string, to: string }[]} edges @returns {string[]}
 */
export function folderCircles(edges) {
  /** The imports from one part of a folder, a subfolder or a file, to another part of it, by the folder. */
  const importsByFolder = new Map();
  for (const { from, to } of edges) {
    const [parent, fromPart, toPart] = splitPaths(from.split('/'), to.split('/'));
    // Tests may import what they test, wherever it is.
    if (isTest(from) || parent === ORDERED_BY_LAYER) continue;
    importsByFolder.set(parent, [
      ...(importsByFolder.get(parent) ?? []),
      { from: fromPart, to: toPart, says: `${from} imports ${to}` },
    ]);
  }
  return [...importsByFolder].flatMap(([parent, imports]) =>
    cycles(imports)
      .filter((group) => group.some((part) => part.endsWith('/')))
      .map((group) => {
        const importsInGroup = imports.filter(({ from, to }) => group.includes(from) && group.includes(to));
        return [
          `parts of ${parent} import each other: ${group.join(', ')}`,
          ...importsInGroup.map(({ says }) => says),
        ].join('\n  ');
      }),
  );
}

/**
 * Returns the deepest folder that contains both files, and the part of it to which each belongs: a subfolder, which ends with a slash, or
 * the file itself.
 */
function splitPaths(from, to) {
  const at = from.findIndex((part, index) => part !== to[index]);
  const partOf = (path) => (path.length > at + 1 ? `${path[at]}/` : path[at]);
  return [from.slice(0, at).join('/'), partOf(from), partOf(to)];
}
