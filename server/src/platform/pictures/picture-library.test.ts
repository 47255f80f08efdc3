import { expect, it } from 'vitest';
import { usePictureLibrary } from './picture-library.js';

it('is used for one picture at a time, also after one that fails', async () => {
  const events: string[] = [];
  const use = (name: string) =>
    usePictureLibrary(async () => {
      events.push(`${name} starts`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      events.push(`${name} ends`);
      if (name === 'damaged') throw new Error('damaged');
      return name;
    });
  const uses = await Promise.allSettled([use('damaged'), use('attached'), use('own')]);
  expect(uses.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(events).toEqual(['damaged', 'attached', 'own'].flatMap((name) => [`${name} starts`, `${name} ends`]));
});
