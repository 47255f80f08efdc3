import { spellingsOf } from '@sangam/shared/people/skills';
import { describe, expect, it } from 'vitest';
import { listOfValues, oneValue, skillList as skillsOf } from './completion';

const skillList = skillsOf(spellingsOf);

const skills = ['React', 'Python', 'React Native', 'Go', 'Django', 'SQL', 'Figma', 'Rust'];

describe('suggestions', () => {
  it('are the most used skills before typing, and the matching ones afterwards, in any case', () => {
    expect(skillList.suggest(skills, '')).toEqual(['React', 'Python', 'React Native', 'Go', 'Django', 'SQL']);
    expect(skillList.suggest(skills, 'go')).toEqual(['Django']);
    expect(skillList.suggest(skills, 'SQL, re')).toEqual(['React', 'React Native']);
    expect(skillList.suggest(skills, 'react, REA')).toEqual(['React Native']);
    expect(skillList.suggest(skills, 'nothing like it')).toEqual([]);
  });

  it('know the spellings of a skill: one named in one spelling is not suggested in another', () => {
    expect(skillList.suggest(['JavaScript', 'Java', 'Node'], 'js')).toEqual(['JavaScript']);
    expect(skillList.suggest(['JavaScript', 'Java', 'Node'], 'JS, Python3, ')).toEqual(['Java', 'Node']);
    expect(skillList.suggest(['Python'], 'python3, py')).toEqual([]);
  });

  it('replace the last skill, and leave room for the next', () => {
    expect(skillList.complete('', 'React')).toBe('React, ');
    expect(skillList.complete('Go,re', 'React')).toBe('Go, React, ');
    expect(skillList.complete('Go, SQL, ', 'React')).toBe('Go, SQL, React, ');
  });

  it('of a single value wait for a letter, and replace it', () => {
    expect(oneValue.suggest(['IIT Madras', 'VIT'], ' ')).toEqual([]);
    expect(oneValue.suggest(['IIT Madras', 'VIT'], 'it')).toEqual(['IIT Madras', 'VIT']);
    expect(oneValue.suggest(['IIT Madras', 'VIT'], 'vit')).toEqual([]);
    expect(oneValue.suggest(['Université de Pondichéry', 'VIT'], 'univ')).toEqual(['Université de Pondichéry']);
    expect(oneValue.suggest(['Université de Pondichéry', 'VIT'], 'universite de pondi')).toHaveLength(1);
    expect(oneValue.complete('ii', 'IIT Madras')).toBe('IIT Madras');
  });
});

describe('Enter', () => {
  it('takes the best suggestion for the beginning of a skill', () => {
    expect(skillList.enter(skills, 'rea')).toBe('React, ');
    expect(skillList.enter(skills, 'SQL, fig')).toBe('SQL, Figma, ');
    expect(skillList.enter(['JavaScript'], 'ecma')).toBe('JavaScript, ');
  });

  it('adds a whole or unknown skill as it was typed', () => {
    expect(skillList.enter(skills, 'React')).toBe('React, ');
    expect(skillList.enter(['Django', 'Google Maps'], 'Go')).toBe('Go, ');
    expect(skillList.enter(['CSS', 'Rust'], 'C')).toBe('C, ');
    expect(skillList.enter(skills, 'Go, Elm')).toBe('Go, Elm, ');
  });

  it('has nothing to add after the last skill, and so sends the form', () => {
    expect(skillList.enter(skills, 'React, ')).toBeNull();
    expect(skillList.enter(skills, '')).toBeNull();
  });

  it('completes a single value, and sends any other', () => {
    expect(oneValue.enter(['IIT Madras', 'VIT'], 'iit')).toBe('IIT Madras');
    expect(oneValue.enter(['IIT Madras', 'VIT'], 'vit')).toBeNull();
    expect(oneValue.enter(['IIT Madras', 'VIT'], 'madras')).toBeNull();
    expect(oneValue.enter(['IIT Madras', 'VIT'], '')).toBeNull();
    expect(listOfValues.enter(['Backend', 'Design'], 'Design, ba')).toBe('Design, Backend, ');
  });
});
