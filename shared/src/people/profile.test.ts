import { describe, expect, it } from 'vitest';
import { profileCompletion, splitSkills } from './profile.js';

const complete = { name: 'Asha', college: 'IIT', skills: ['Go'], github_link: 'github.com/asha' };

it('counts the filled-in fields, and names the missing ones', () => {
  expect(profileCompletion(complete)).toEqual({ percent: 100, missing: [] });
  expect(profileCompletion({ ...complete, github_link: null })).toEqual({ percent: 75, missing: ['GitHub link'] });
  expect(profileCompletion({ name: 'Asha', college: '', skills: [], github_link: null })).toEqual({
    percent: 25,
    missing: ['college', 'skills', 'GitHub link'],
  });
});

describe('splitSkills', () => {
  it('splits on commas, trims, drops empties and repeats, and keeps the first spelling', () => {
    expect(splitSkills(' React, ,react,  Node.js ,')).toEqual(['React', 'Node.js']);
  });
});
