/**
 * Skills with several spellings, one skill per line, in lower case. The first spelling is the skill's key. Each spelling is in one line
 * only.
 */
export const SPELLINGS = [
  '.net, dotnet, dot net',
  'angular, angularjs, angular.js',
  'artificial intelligence, ai',
  'augmented reality, ar',
  'aws, amazon web services',
  'azure, microsoft azure',
  'back end, backend, back-end, backend development, back-end development',
  'c#, csharp, c sharp',
  'c++, cpp',
  'ci/cd, cicd, ci cd',
  'computer vision, cv',
  'css, css3',
  'd3, d3.js, d3js',
  'data structures and algorithms, data structures & algorithms, dsa',
  'deep learning, dl',
  'excel, ms excel, microsoft excel',
  'express, express.js, expressjs',
  'front end, frontend, front-end, frontend development, front-end development',
  'full stack, fullstack, full-stack, full-stack development, full stack development',
  'go, golang',
  'google cloud, gcp, google cloud platform',
  'graphql, gql',
  'html, html5',
  'illustrator, adobe illustrator',
  'internet of things, iot',
  'javascript, js, java script, ecmascript, es6',
  'kubernetes, k8s',
  'large language models, llm, llms',
  'machine learning, ml, machine-learning',
  'mongodb, mongo, mongo db',
  'mysql, my sql',
  'natural language processing, nlp',
  'next.js, next, nextjs, next js',
  'node.js, node, nodejs, node js',
  'object-oriented programming, object oriented programming, oop, oops',
  'objective-c, objective c, objc',
  'photoshop, adobe photoshop',
  'postgresql, postgres, psql, pgsql, postgre sql',
  'power bi, powerbi',
  'python, py, python3, python 3',
  'pytorch, torch',
  'quality assurance, qa',
  'raspberry pi, rpi',
  'react, react.js, reactjs, react js',
  'react native, react-native, reactnative',
  'rest, rest api, rest apis, restful api, restful apis',
  'ruby on rails, rails, ror',
  'scikit-learn, scikit learn, sklearn',
  'seo, search engine optimization, search engine optimisation',
  'svelte, sveltejs',
  'tailwind css, tailwind, tailwindcss',
  'tensorflow, tensor flow',
  'three.js, threejs, three js',
  'typescript, ts',
  'ui/ux, ux/ui, ui ux, ui-ux, uiux, ui/ux design',
  'unity, unity3d, unity 3d',
  'unreal engine, unreal, ue4, ue5',
  'ux design, ux, user experience',
  'virtual reality, vr',
  'vue, vue.js, vuejs, vue js',
] as const;

const groups = new Map(
  SPELLINGS.map((line) => line.split(', ')).flatMap((group) => group.map((spelling) => [spelling, group])),
);

/** Each known spelling and its skill's key. */
export const skillKeys: Readonly<Record<string, string>> = Object.fromEntries(
  [...groups].map(([spelling, [key = spelling]]) => [spelling, key]),
);

/** Every spelling of a skill, in lower case. */
export const spellingsOf = (skill: string): readonly string[] => {
  const spelling = skill.trim().toLowerCase();
  return groups.get(spelling) ?? [spelling];
};

/** Two texts with the same key are one skill (R3.5). The database has the same rule as `skillKeyOf`. */
export const skillKey = (skill: string): string => spellingsOf(skill)[0] ?? '';
