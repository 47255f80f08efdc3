import { describe, expect, it } from 'vitest';
import { profileChecks } from './profile-checks';
import { checkProfile } from './profile-form';

const good = { name: 'Meera', college: 'IIT Madras', skills: 'React, Python', github_link: '' };

describe('the profile form', () => {
  it('splits skills on commas and sends no link when the field is empty', () => {
    expect(checkProfile(good)).toEqual({
      ok: true,
      value: { name: 'Meera', college: 'IIT Madras', skills: ['React', 'Python'], github_link: null },
    });
  });

  it('requires name, college and skills', () => {
    const checked = checkProfile({ name: '', college: ' ', skills: ' , ', github_link: '' });
    expect(checked.ok ? [] : checked.errors.map((item) => item.field)).toEqual(['name', 'college', 'skills']);
  });

  it.each(['javascript:alert(1)//http', 'https://github.com@evil.example', '//evil.example', 'data:text/html,x'])(
    'rejects the link %s',
    (github_link) => {
      expect(checkProfile({ ...good, github_link }).ok).toBe(false);
    },
  );

  it('counts characters as the server does: code points of the cleaned text', () => {
    const long = { name: '\u0958'.repeat(41), college: 'x'.repeat(121), skills: 'x'.repeat(51) };
    const checked = checkProfile({ ...long, github_link: `github.com/${'x'.repeat(285)}` });
    expect(checked.ok ? [] : checked.errors.map((item) => item.field)).toEqual([
      'name',
      'college',
      'skills',
      'github_link',
    ]);
    expect(checkProfile({ ...good, name: '\u0958'.repeat(40), college: '👍'.repeat(120) }).ok).toBe(true);
  });

  it.each(['rohan-k', '@rohan-k', ' github.com/rohan-k ', 'https://github.com/rohan-k'])(
    'turns %s into the full GitHub address',
    (github_link) => {
      expect(checkProfile({ ...good, github_link })).toMatchObject({
        ok: true,
        value: { github_link: 'https://github.com/rohan-k' },
      });
    },
  );

  it.each(['rohan k', '-rohan', 'rohan--k', 'x'.repeat(40), 'रोहन'])('rejects the username %s', (github_link) => {
    expect(checkProfile({ ...good, github_link }).ok).toBe(false);
  });

  it('adds https:// to a website', () => {
    expect(profileChecks.link('rohan.example/work')).toEqual({ value: 'https://rohan.example/work' });
  });
});
