import { expect, it } from 'vitest';
import { profileCompletion } from './profile.js';

const filled = { name: 'Asha', college: 'IIT', skills: ['Go'], github_link: 'github.com/asha' };

it('counts what is filled in, and names what is not', () => {
  expect(profileCompletion(filled)).toEqual({ percent: 100, missing: [] });
  expect(profileCompletion({ ...filled, github_link: null })).toEqual({ percent: 75, missing: ['GitHub link'] });
  expect(profileCompletion({ name: 'Asha', college: '', skills: [], github_link: null })).toEqual({
    percent: 25,
    missing: ['college', 'skills', 'GitHub link'],
  });
});
