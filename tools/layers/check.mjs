/**
 * `npm run layers`: checks the rules of docs/architecture.md, "Import rules", that only its own files compare the kind of a conversation,
 * that sentences isolate names, that browser code calls nothing that members' browsers may not have, and that it uses nothing that the
 * build leaves out. Exits with 1 if one is broken.
 */
import { tooNewCalls } from './browsers.mjs';
import { wholePackages } from './by-name.mjs';
import { cycles } from './cycles.mjs';
import { folderCircles } from './folders.mjs';
import { readEdges, sourceFiles } from './graph.mjs';
import { comparedKinds } from './kinds.mjs';
import { leftOutElements } from './left-out.mjs';
import { namesInSentences } from './names.mjs';
import { brokenRules } from './rules.mjs';
import { tooLarge } from './sizes.mjs';

const files = sourceFiles();
const edges = readEdges(files);
const faults = [
  ...tooLarge(files),
  ...brokenRules(edges),
  ...comparedKinds(files),
  ...namesInSentences(files),
  ...tooNewCalls(files),
  ...wholePackages(files),
  ...leftOutElements(files),
  ...folderCircles(edges),
  ...cycles(edges).map((group) => `import cycle:\n  ${group.join('\n  ')}`),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
