import { describe, expect, it } from 'vitest';
import { checkProject, emptyProject, type ProjectValues } from './project-form';

const good: ProjectValues = { ...emptyProject, title: 'T', description: 'D', category: 'ai-ml' };
const faultyFields = (values: Partial<ProjectValues>) => {
  const checked = checkProject({ ...good, ...values });
  return checked.ok ? [] : checked.errors.map((item) => item.field);
};

describe('the create form', () => {
  it('has 5 members by default, and sends no timeline if it is empty', () => {
    expect(checkProject({ ...good, skills: ' React, ,Python , react' })).toEqual({
      ok: true,
      value: {
        title: 'T',
        description: 'D',
        category: 'ai-ml',
        required_skills: ['React', 'Python'],
        timeline: null,
        max_members: 5,
        answer_days: 7,
        questions: [],
        roles: [],
      },
    });
  });

  it('requires title, description and category', () => {
    expect(faultyFields({ title: ' ', description: '\u200b', category: '' })).toEqual([
      'title',
      'description',
      'category',
    ]);
  });

  it.each(['1', '21', '2.5', '', 'many'])('refuses %j members', (maxMembers) => {
    expect(faultyFields({ maxMembers })).toEqual(['max_members']);
  });

  it('counts characters as the server does: code points of the cleaned text', () => {
    expect(faultyFields({ title: '\u0958'.repeat(120), timeline: '\u095b'.repeat(61) })).toEqual(['title', 'timeline']);
    expect(faultyFields({ title: '👍'.repeat(120), description: 'e\u0301'.repeat(4_000) })).toEqual([]);
    expect(
      faultyFields({ title: 'x'.repeat(121), description: 'x'.repeat(4_001), skills: '\u0958'.repeat(26) }),
    ).toEqual(['title', 'description', 'required_skills']);
  });

  it.each(['0', '15', '1.5', ' ', 'soon'])('refuses %j days to answer', (answerDays) => {
    expect(faultyFields({ answerDays })).toEqual(['answer_days']);
  });

  it('accepts up to three questions of 200 characters, one per line', () => {
    const checked = checkProject({ ...good, questions: ' Why?\n\nHow much time?\r\nWhy?' });
    expect(checked.ok && checked.value.questions).toEqual(['Why?', 'How much time?']);
    expect(faultyFields({ questions: 'a\nb\nc' })).toEqual([]);
    expect(faultyFields({ questions: 'a\nb\nc\nd' })).toEqual(['questions']);
    expect(faultyFields({ questions: 'x'.repeat(200) })).toEqual([]);
    expect(faultyFields({ questions: 'x'.repeat(201) })).toEqual(['questions']);
  });

  it.each(['2', '20'])('accepts %s members', (maxMembers) => {
    expect(faultyFields({ maxMembers })).toEqual([]);
  });
});
