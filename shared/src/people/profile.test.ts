import { describe, expect, it } from 'vitest';
import { isGithubLink, profileCompletion, splitSkills } from './profile.js';

const filled = { name: 'Asha', college: 'IIT', skills: ['Go'], github_link: 'github.com/asha' };

it('counts the filled-in fields, and names the missing ones', () => {
  expect(profileCompletion(filled)).toEqual({ percent: 100, missing: [] });
  expect(profileCompletion({ ...filled, github_link: null })).toEqual({ percent: 75, missing: ['GitHub link'] });
  expect(profileCompletion({ name: 'Asha', college: '', skills: [], github_link: null })).toEqual({
    percent: 25,
    missing: ['college', 'skills', 'GitHub link'],
  });
});

describe('splitSkills', () => {
  it('splits on commas, trims, and drops empties and repeats', () => {
    expect(splitSkills(' React, ,react,  Node.js ,')).toEqual(['react', 'Node.js']);
  });
});

describe('isGithubLink', () => {
  it.each(['github.com/asha', 'https://github.com/asha', 'http://www.github.com/x'])('%s may be shown', (link) =>
    expect(isGithubLink(link)).toBe(true),
  );
  it.each([
    'javascript:alert(1)//http',
    'JaVa\tScript:alert(1)',
    ' \u0001javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https://github.com@evil.example',
    'http-evil',
    'https://github.com.evil.example/x',
    'https://user:pass@github.com/',
  ])('%j may not', (link) => expect(isGithubLink(link)).toBe(false));
});
