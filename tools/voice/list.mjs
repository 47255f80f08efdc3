/** `npm run texts`: lists the texts on screens, in emails and in answers with their places, so that they can be read in one go. */
import { readFileSync } from 'node:fs';
import { screenFiles, screenTextsOf } from './screen-texts.mjs';

for (const file of screenFiles()) {
  const texts = screenTextsOf(file, readFileSync(file, 'utf8'));
  if (texts.length === 0) continue;
  process.stdout.write(
    `\n${file}\n${texts.map(({ line, text }) => `${String(line).padStart(5)}  ${text}\n`).join('')}`,
  );
}
