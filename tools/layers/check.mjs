/** `npm run layers`: checks the rules of docs/architecture.md, "Import rules", and that only its own files compare the kind of a conversation. Exits with 1 if one is broken. */
import { cycles } from './cycles.mjs';
import { folderCircles } from './folders.mjs';
import { readEdges, sourceFiles } from './graph.mjs';
import { kindsCompared } from './kinds.mjs';
import { brokenRules } from './rules.mjs';
import { tooLarge } from './sizes.mjs';

const files = sourceFiles();
const edges = readEdges(files);
const faults = [
  ...tooLarge(files),
  ...brokenRules(edges),
  ...kindsCompared(files),
  ...folderCircles(edges),
  ...cycles(edges).map((group) => `import cycle:\n  ${group.join('\n  ')}`),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
