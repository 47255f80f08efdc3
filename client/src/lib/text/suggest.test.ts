import { spellingsOf } from '@sangam/shared/people/skills';
import { describe, expect, it } from 'vitest';
import { oneValue, skillList as skillsOf } from './suggest';

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
